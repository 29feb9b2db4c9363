public import FanfareTesting
import Synchronization

/// The place of an arrival.
public struct LedgerOrder: Sendable {
    /// Among all arrivals.
    public let number: Int
    /// Whether nothing came for the same device before.
    public let isFirst: Bool
}

/// Keeps account of what reached a push service: every arrival, and what was accepted.
public final class Ledger<Request: PushServerRequest>: Sendable {
    private struct State {
        var arrivals = 0
        var ids: [String: Set<String>] = [:]
        var accepted: [String: Int] = [:]
        var credentials: [String] = []
    }

    /// The service whose account it is.
    public let service: FaultedService<Request>
    private let state = Mutex(State())

    /// An empty account.
    public init(_ service: FaultedService<Request>) { self.service = service }

    /// Enters an arrival.
    public func arrival(of request: Request) -> LedgerOrder {
        state.withLock { state in
            let device = service.device(request) ?? ""
            let isFirst = state.ids[device] == nil
            state.ids[device, default: []].insert(service.identity(request) ?? "")
            state.arrivals += 1
            return LedgerOrder(number: state.arrivals, isFirst: isFirst)
        }
    }

    /// Enters that a request is accepted.
    public func accept(_ request: Request) {
        state.withLock { $0.accepted[service.device(request) ?? "", default: 0] += 1 }
    }

    /// Whether a request has the credential that the first one had.
    public func isFirstCredential(of request: Request) -> Bool {
        let credential = request["authorization"] ?? ""
        return state.withLock { state in
            if !state.credentials.contains(credential) { state.credentials.append(credential) }
            return state.credentials.first == credential
        }
    }

    /// How many pushes to each device were accepted.
    public var accepted: [String: Int] { state.withLock { $0.accepted } }
    /// The identities under which each device was pushed to.
    public var ids: [String: Set<String>] { state.withLock { $0.ids } }
    /// How many credentials were seen.
    public var credentials: Int { state.withLock { $0.credentials.count } }
}
