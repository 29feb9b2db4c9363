import FanfareCore
import Synchronization

/// Waits until so many deliveries were settled.
final class Countdown: DeliveryObserver {
    private let left: Atomic<Int>
    private let (done, finish) = AsyncStream.makeStream(of: Void.self)

    init(_ count: Int) { left = Atomic(count) }

    func settled(_ event: SettledDelivery) {
        if left.subtract(1, ordering: .relaxed).newValue == 0 { finish.finish() }
    }

    func wait() async { for await _ in done {} }
}
