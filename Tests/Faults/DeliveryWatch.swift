public import FanfareCore
import Synchronization

/// Notes the attempts that may have reached a push service, and the end of everything.
public final class DeliveryWatch: DeliveryObserver {
    private let uncertain = Mutex<[DeliveryID: Int]>([:])
    private let left: Watched<Int>

    /// - Parameter count: How many deliveries there are.
    public init(_ count: Int) { left = Watched(count) }

    /// Takes note of an attempt.
    public func settled(_ event: SettledDelivery) {
        if event.settlement.isUncertain {
            uncertain.withLock { $0[event.claim.lease.delivery, default: 0] += 1 }
        }
        guard case .applied(let state, _) = event.result, state.isFinal else { return }
        left.update { $0 -= 1 }
    }

    /// How many attempts at a delivery left it open whether it was sent.
    public func uncertainAttempts(at delivery: DeliveryID) -> Int { uncertain.withLock { $0[delivery] ?? 0 } }

    /// How many attempts left it open whether something was sent.
    public var uncertainAttempts: Int { uncertain.withLock { $0.values.reduce(0, +) } }

    /// Waits until every delivery has ended.
    public func wait() async { await left.wait { $0 == 0 } }
}
