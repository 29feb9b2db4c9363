public import FanfareTesting
public import Testing

/// What goes wrong while a burst of pushes is on its way.
public enum Fault: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case none = "nothing"
    case goAway = "GOAWAY in the middle, with requests beyond the last stream"
    case goAwayAgain = "a GOAWAY on every connection, one after the other"
    case refusedStreams = "every third stream is refused once"
    case resetStreams = "every tenth stream is reset once after the request was read"
    case unanswered = "every hundredth request has no answer once"
    case dropAfterReading = "connections are dropped with requests under way"
    case dropBeforeReading = "connections are dropped before a request is read"
    case silence = "a connection falls silent"
    case serverErrors = "every fourth request is answered 500 or 503 once"
    case tooManyRequests = "every fiftieth token is told to slow down once"
    case fewStreams = "one stream at a time for a while"
    case expiredCredential = "the first credential is refused as expired"
    case unsignedReason = "every tenth request is answered 502 by something in between, once"

    /// What goes wrong, in words.
    public var testDescription: String { rawValue }

    /// Whether an attempt may have been made and nobody knows.
    public var leavesDoubt: Bool {
        switch self {
        case .none, .goAwayAgain, .refusedStreams, .serverErrors, .tooManyRequests, .fewStreams, .expiredCredential,
            .goAway, .unsignedReason:
            false
        case .resetStreams, .unanswered, .dropAfterReading, .dropBeforeReading, .silence: true
        }
    }

    /// Whether answers do not come at all, so that somebody has to lose patience.
    public var leavesAnswersOut: Bool { self == .unanswered || self == .silence }

    /// How the service behaves.
    ///
    /// - Parameter ledger: Where what was accepted is entered.
    public func script<Request: PushServerRequest>(_ ledger: Ledger<Request>) -> PushServerScript<Request> {
        let rules = PushServerScript<Request>().on { request in
            let order = ledger.arrival(of: request)
            if let steps = steps(order, request, ledger) { return steps }
            ledger.accept(request)
            return ledger.service.success
        }
        switch self {
        case .goAway:
            // What lies beyond the last stream is read and not acted on.
            let last = PushServerGoAway(last: .request(300), reason: "Shutdown")
            return rules.on(connection: 1, .serveNext(300), .goAway(last), .expect(.max))
        case .goAwayAgain:
            return (1...6).reduce(rules) { script, number in
                let goAway = PushServerGoAway(reason: "Shutdown")
                return script.on(connection: number, .serveNext(200), .goAway(goAway), .expect(.max))
            }
        case .silence:
            return rules.on(connection: 1, .serveNext(300), .fallSilent)
        case .fewStreams:
            return rules.on(
                connection: 1,
                .serveNext(200),
                .allowStreams(1),
                .serveNext(100),
                .allowStreams(0),
                .wait(.milliseconds(100)),
                .allowStreams(500)
            )
        default: return rules
        }
    }

    /// What is done about a request in place of accepting it; nil accepts it.
    private func steps<Request: PushServerRequest>(
        _ order: LedgerOrder,
        _ request: Request,
        _ ledger: Ledger<Request>
    ) -> [PushServerStep<Request.Answer>]? {
        let service = ledger.service
        switch self {
        case .refusedStreams where order.isFirst && order.number.isMultiple(of: 3): return [.reset(.refusedStream)]
        case .resetStreams where order.isFirst && order.number.isMultiple(of: 10): return [.reset(.internalError)]
        case .unanswered where order.isFirst && order.number.isMultiple(of: 100): return []
        case .dropAfterReading where order.isFirst && order.number.isMultiple(of: 400): return [.drop]
        case .dropBeforeReading where order.isFirst && order.number.isMultiple(of: 400):
            ledger.accept(request)
            return service.success + [.dropAtNextRequest]
        case .serverErrors where order.isFirst && order.number.isMultiple(of: 4):
            return [.answer(order.number.isMultiple(of: 8) ? service.internalError : service.unavailable)]
        case .tooManyRequests where order.isFirst && order.number.isMultiple(of: 50):
            return [.answer(service.tooManyRequests)]
        case .expiredCredential where ledger.isFirstCredential(of: request):
            return [.answer(service.expiredCredential)]
        case .unsignedReason where order.isFirst && order.number.isMultiple(of: 10):
            let page = Array("<html>Bad Gateway</html>".utf8)
            return [.answer(Request.Answer(status: 502, fields: [:], body: page))]
        default: return nil
        }
    }
}
