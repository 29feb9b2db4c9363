import FanfareCore

extension Problem {
    /// What callers are told about an error; of one that is not known here, only that it happened.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as StoreUnavailable: self.init(error)
        case let error as TriggerError: self.init(error)
        case let error as NotifyError: self.init(error)
        case is CancellationError: self.init(.shuttingDown, "the call was given up")
        default: self.init(.internalError, "something went wrong that is not the caller's fault")
        }
    }

    /// The reason stays inside: it may name files and hosts.
    init(_ error: StoreUnavailable) {
        let stored =
            error.mayBeDone
            ? "it is not known whether the call was stored: repeat it with its idempotency key" : "nothing was stored"
        self.init(.storeUnavailable, "the store does not answer; \(stored)")
    }

    init(_ error: TriggerError) {
        let field = JSONPointer(["data"] + error.pointer.tokens)
        self.init(.invalidField, "\(field) \(error)", at: field)
    }

    init(_ error: NotifyError) {
        switch (error.code, error.underlying) {
        case (.idempotencyConflict, _):
            self.init(.idempotencyConflict, "the key was used with another body before", at: ["idempotencyKey"])
        case (_, let error as StoreUnavailable):
            self.init(error)
        case (_, let error as TriggerError):
            self.init(error)
        case (.renderingFailed, let underlying), (.messageRefused, let underlying):
            let channel = error.channel.map { " for \($0.rawValue)" } ?? ""
            // Only what was written to be read; other errors print their inside.
            let cause = (underlying as? any CustomStringConvertible).map { ": \($0)" } ?? ""
            self.init(.invalidField, "the data makes no message\(channel)\(cause)", at: ["data"])
        default:
            self.init(.invalidField, error.detail ?? error.code.rawValue)
        }
    }

    init(_ error: JSONSyntaxError) {
        let isAboutValue = [.nul, .loneSurrogate, .numberOutOfRange, .duplicateKey].contains(error.code)
        self.init(isAboutValue ? .invalidField : .malformedJSON, "\(error)")
        if !error.pointer.tokens.isEmpty { field = error.pointer }
        extensions = [
            "line": .number(JSONNumber(error.line)),
            "column": .number(JSONNumber(error.column)),
        ]
    }

    init(_ rejection: HTTPRejection) {
        switch rejection {
        case .bodyTooLarge(let limit): self.init(.bodyTooLarge, "the body is longer than \(limit) bytes")
        case .badRequest(let reason): self.init(.malformedRequest, reason)
        case .shuttingDown: self.init(.shuttingDown, "the server is stopping; try again in a moment")
        }
    }

    private init(_ kind: Kind, _ detail: String, at tokens: [String]) {
        self.init(kind, detail, at: JSONPointer(tokens))
    }
}
