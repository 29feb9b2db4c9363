import Dispatch
import FanfareCore
import FanfareMemory
import FanfareTesting
import Synchronization
import Testing

struct ExecutorTests {
    /// Counts what runs on it.
    private final class Lane: TaskExecutor {
        let steps = Atomic(0)

        func enqueue(_ job: consuming ExecutorJob) {
            steps.add(1, ordering: .relaxed)
            let job = UnownedJob(job)
            DispatchQueue.global().async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private struct LaneChannel: Channel {
        let id: ChannelID = "lane"
        let lane: Lane
        var executor: (any TaskExecutor)? { lane }
        var reach: ChannelReach { .addresses }

        func deliver(_ message: String, to route: Route, context: DeliveryContext) async throws -> DeliveryOutcome {
            let isHere = unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor == lane.asUnownedTaskExecutor() }
            return isHere ? .sent() : .rejected(DeliveryReason("elsewhere"))
        }
    }

    private struct Ping: Notification {
        static let type: NotificationType = "ping"
        func via(_ recipient: some Notifiable) -> [Via<Self>] { [Via("lane") { _, _ in "ping" }] }
    }

    private struct Ada: Notifiable {
        let recipientID: RecipientID = "ada"
        func routing(for channel: ChannelID) -> Routing { .to(Route(channel: channel, address: "a")) }
    }

    @Test func `deliveries run where their channel says`() async throws {
        let clock = ManualClock()
        let lane = Lane()
        let channel = LaneChannel(lane: lane)
        let pipeline = try Pipeline(store: MemoryStore(clock: clock), channels: [channel], clock: clock)
        let receipt = try await pipeline.notify(Ada(), Ping())
        #expect(lane.steps.load(ordering: .relaxed) == 0)
        try await pipeline.deliver()
        let record = try #require(await pipeline.store.notification(receipt.id))
        #expect(record.deliveries.map(\.state) == [.sent])
        #expect(lane.steps.load(ordering: .relaxed) > 0)
    }
}
