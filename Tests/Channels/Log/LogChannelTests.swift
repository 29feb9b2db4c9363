import FanfareCore
import FanfareLog
import FanfareMemory
import FanfareTesting
import Synchronization
import Testing

private final class Lines: LogSink {
    private let lines = Mutex<[[String: JSONValue]]>([])

    var all: [[String: JSONValue]] { lines.withLock { $0 } }

    func log(_ level: LogLevel, _ message: String, _ fields: [String: JSONValue]) {
        lines.withLock { $0.append(fields) }
    }
}

private struct OrderShipped: Notification, LogRenderable {
    static let type: NotificationType = "order.shipped"
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [.log] }
    func logMessage(for recipient: some Notifiable) -> LogMessage {
        LogMessage(title: "Order #7 shipped", link: "/orders/7", data: ["order": 7])
    }
}

private struct User: Notifiable {
    var id: Int
    var recipientID: RecipientID { RecipientID(id) }
}

@Suite struct LogChannelTests {
    private let lines = Lines()
    private let clock = ManualClock()

    private func pipeline() throws -> Pipeline<MemoryStore> {
        try Pipeline(store: MemoryStore(clock: clock), channels: [LogChannel(to: lines)], clock: clock)
    }

    @Test(arguments: ChannelContract.allCases)
    func `it keeps the contract of channels`(_ requirement: ChannelContract) async throws {
        let specimen = ChannelSpecimen(
            message: LogMessage(title: "Order #7 shipped", body: "Arriving tomorrow."),
            routes: [Route(channel: .log, address: "a1b2c3d4e5f60718")]
        ) {
            LogChannel(to: Lines())
        }
        try await requirement.verify(specimen)
    }

    @Test func `a user's devices get a line each, whatever their platform`() async throws {
        let pipeline = try pipeline()
        try await pipeline.register("a1b2c3d4e5f60718", on: .apns, for: User(id: 1))
        try await pipeline.register("fcm-token-0123456789", on: .fcm, for: User(id: 1))
        try await pipeline.notify(User(id: 1), OrderShipped())
        try await pipeline.deliver()
        #expect(lines.all.count == 2)
        #expect(lines.all.allSatisfy { $0["title"] == "Order #7 shipped" && $0["type"] == "order.shipped" })
    }

    @Test func `a user without a device gets one line`() async throws {
        let pipeline = try pipeline()
        try await pipeline.notify(User(id: 1), OrderShipped())
        try await pipeline.deliver()
        #expect(lines.all.count == 1)
    }

    @Test func `no line shows a whole token`() async throws {
        let pipeline = try pipeline()
        try await pipeline.register("a1b2c3d4e5f60718", on: .apns, for: User(id: 1))
        try await pipeline.notify(User(id: 1), OrderShipped())
        try await pipeline.deliver()
        let line = try #require(lines.all.first)
        #expect(line["to"] == "log:a1b2c3d4…")
        #expect(!JSONValue.object(line).compactText.contains("e5f60718"))
    }

    @Test func `what a host's type says is what the log says`() throws {
        let template = FilledTemplate(type: "order.shipped", title: "T", body: "B", link: "/l", data: ["n": 1])
        let message = LogPlugin().message(from: template)
        #expect(message == LogMessage(title: "T", body: "B", link: "/l", data: ["n": 1]))
        #expect(LogPlugin().message(from: FilledTemplate(type: "order.shipped")).data == nil)
    }
}
