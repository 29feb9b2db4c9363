import AcmePager
import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

private struct DiskFull: Notification, PagerRenderable {
    static let type: NotificationType = "disk.full"
    var host: String
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [.pager] }
    func pagerMessage(for recipient: some Notifiable) -> PagerMessage { PagerMessage(line: "DISK FULL \(host)") }
}

@Suite struct PagerTests {
    let clock = ManualClock()

    private func pipeline(_ gateway: @escaping PagerChannel.Gateway) throws -> Pipeline<MemoryStore> {
        let pager = PagerChannel(gateway: gateway)
        return try Pipeline(store: MemoryStore(clock: clock), channels: [pager], clock: clock)
    }

    @Test(arguments: ChannelContract.allCases)
    func `the pager keeps the contract of channels`(_ requirement: ChannelContract) async throws {
        let specimen = ChannelSpecimen(
            message: PagerMessage(line: "DISK FULL database-1"),
            routes: [.pager("555-0100"), .pager("555-0199")]
        ) {
            PagerChannel { number, _, _ in number == "555-0199" ? .unknownNumber : .accepted("1") }
        }
        try await requirement.verify(specimen)
    }

    @Test func `whoever is on call is paged`() async throws {
        let pipeline = try pipeline { number, line, _ in
            #expect(number == "555-0100")
            #expect(line == "DISK FULL database-1")
            return .accepted("gateway-7")
        }
        let receipt = try await pipeline.notify(OnDemand(.pager("555-0100")), DiskFull(host: "database-1"))
        try await pipeline.deliver()
        let delivery = try #require(await pipeline.store.notification(receipt.id)?.deliveries.first)
        #expect(delivery.state == .sent)
        #expect(delivery.providerID == "gateway-7")
    }

    @Test func `a busy gateway is asked again when it says, and no sooner`() async throws {
        let start = clock.now
        let pipeline = try pipeline { [clock] _, _, _ in
            clock.now == start ? .busy(retryAfter: .seconds(60)) : .accepted("gateway-8")
        }
        try await pipeline.notify(OnDemand(.pager("555-0100")), DiskFull(host: "database-1"))
        #expect(try await pipeline.deliver() == 1)
        #expect(try await pipeline.advance(by: .seconds(59)) == 0)
        #expect(try await pipeline.advance(by: .seconds(1)) == 1)
    }

    @Test func `a line no pager can show is refused before anything is stored`() async throws {
        let pipeline = try pipeline { _, _, _ in .accepted("1") }
        await #expect(throws: NotifyError.self) {
            try await pipeline.notify(OnDemand(.pager("555-0100")), DiskFull(host: String(repeating: "x", count: 100)))
        }
        #expect(pipeline.recorder.hasSentNothing)
    }
}
