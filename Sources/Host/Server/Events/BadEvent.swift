import FanfareCore

/// Why no notification can be made of an event, as the host is configured.
struct BadEvent: Error {
    let reason: EventReason

    init(_ reason: EventReason) { self.reason = reason }

    init(_ error: TriggerError) {
        let place = error.pointer.tokens.isEmpty ? "the payload:" : error.pointer.description
        self.init(.wrongData("\(place) \(error.description)"))
    }

    /// Nil for what has nothing to do with the event and may pass.
    init?(_ error: NotifyError) {
        switch error.underlying {
        case is StoreUnavailable, is CancellationError: return nil
        case let error as TriggerError: self.init(error)
        case let underlying:
            let channel = error.channel.map { "for \($0.rawValue)" }
            // Of an error that was not written to be read only its type is shown: its inside may hold the payload.
            let parts = [channel, error.detail, underlying?.logText].compactMap { $0 }
            self.init(EventReason(error.code.rawValue, detail: parts.isEmpty ? nil : parts.joined(separator: ": ")))
        }
    }
}
