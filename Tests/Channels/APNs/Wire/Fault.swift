import FanfareTesting
import Synchronization
import Testing

/// What goes wrong while a burst of pushes is on its way.
enum Fault: String, CaseIterable, CustomTestStringConvertible {
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
    case expiredProviderToken = "the first provider token is refused as expired"
    case unsignedReason = "every tenth request is answered 502 by something in between, once"

    var testDescription: String { rawValue }

    /// How Apple behaves.
    ///
    /// - Parameter ledger: Where what was accepted is entered.
    func script(_ ledger: Ledger) -> APNsScript {
        let rules = APNsScript().on { request in
            let order = ledger.arrival(of: request)
            if let steps = steps(order, request, ledger) { return steps }
            ledger.accept(request)
            return [.answer(.accepted)]
        }
        switch self {
        case .goAway:
            // What lies beyond the last stream is read and not acted on.
            let last = APNsGoAway(last: .request(300), reason: "Shutdown")
            return rules.on(connection: 1, .serveNext(300), .goAway(last), .expect(.max))
        case .goAwayAgain:
            return (1...6).reduce(rules) { script, number in
                script.on(connection: number, .serveNext(200), .goAway(APNsGoAway(reason: "Shutdown")), .expect(.max))
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
    private func steps(_ order: Ledger.Order, _ request: APNsRequest, _ ledger: Ledger) -> [APNsStep]? {
        switch self {
        case .refusedStreams where order.isFirst && order.number.isMultiple(of: 3): return [.reset(.refusedStream)]
        case .resetStreams where order.isFirst && order.number.isMultiple(of: 10): return [.reset(.internalError)]
        case .unanswered where order.isFirst && order.number.isMultiple(of: 100): return []
        case .dropAfterReading where order.isFirst && order.number.isMultiple(of: 400): return [.drop]
        case .dropBeforeReading where order.isFirst && order.number.isMultiple(of: 400):
            ledger.accept(request)
            return [.answer(.accepted), .dropAtNextRequest]
        case .serverErrors where order.isFirst && order.number.isMultiple(of: 4):
            let isEven = order.number.isMultiple(of: 8)
            return [.answer(isEven ? APNsAnswer(status: 500) : .refusal(503, "ServiceUnavailable"))]
        case .tooManyRequests where order.isFirst && order.number.isMultiple(of: 50):
            return [.answer(.refusal(429, "TooManyRequests"))]
        case .expiredProviderToken where ledger.isFirstProviderToken(of: request):
            return [.answer(.refusal(403, "ExpiredProviderToken"))]
        case .unsignedReason where order.isFirst && order.number.isMultiple(of: 10):
            return [.answer(APNsAnswer(status: 502, body: Array("<html>Bad Gateway</html>".utf8)))]
        default: return nil
        }
    }
}

/// Keeps account of what reached Apple: every arrival, and what was accepted.
final class Ledger: Sendable {
    /// The place of an arrival.
    struct Order {
        /// Among all arrivals.
        let number: Int
        /// Whether nothing came for the same token before.
        let isFirst: Bool
    }

    private struct State {
        var arrivals = 0
        var ids: [String: Set<String>] = [:]
        var accepted: [String: Int] = [:]
        var providerTokens: [String] = []
    }

    private let state = Mutex(State())

    func arrival(of request: APNsRequest) -> Order {
        state.withLock { state in
            let token = request.deviceToken ?? ""
            let isFirst = state.ids[token] == nil
            state.ids[token, default: []].insert(request.apnsID ?? "")
            state.arrivals += 1
            return Order(number: state.arrivals, isFirst: isFirst)
        }
    }

    func accept(_ request: APNsRequest) {
        state.withLock { $0.accepted[request.deviceToken ?? "", default: 0] += 1 }
    }

    func isFirstProviderToken(of request: APNsRequest) -> Bool {
        let token = request["authorization"] ?? ""
        return state.withLock { state in
            if !state.providerTokens.contains(token) { state.providerTokens.append(token) }
            return state.providerTokens.first == token
        }
    }

    /// How many pushes to each token were accepted.
    var accepted: [String: Int] { state.withLock { $0.accepted } }
    /// The ids under which each token was pushed to.
    var ids: [String: Set<String>] { state.withLock { $0.ids } }
    /// How many provider tokens were seen.
    var providerTokens: Int { state.withLock { $0.providerTokens.count } }
}
