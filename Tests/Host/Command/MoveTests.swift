import FanfareCore
import Testing

/// A host is killed in the middle of its work, and another goes on from a copy of its store.
@Suite struct MoveTests {
    private static let deliveries = 2000

    @Test(.timeLimit(.minutes(5)), arguments: HostStore.allCases)
    func `a host goes on from a copy of a SQLite store, and sends what was left and nothing else`(
        to store: HostStore
    ) async throws {
        let old = try HostBench(lease: "600s")
        // So that there is something under way whenever it is told to stand still.
        try old.configure(lease: "600s", hold: "200ms")
        let new = try await HostBench.with(store, lease: "60s", recordingWith: old)
        let oldHost = try await old.serve()
        let call = try await trigger(by: oldHost)
        #expect(call.status == 202)
        try await old.waitForLines(Self.deliveries / 4)
        try await old.halt(oldHost)
        await oldHost.kill()
        let linesBefore = try old.lines().map(\.delivery)
        let sentBefore = Set(try await old.records().filter { $0.state == .sent }.map(\.id.description))

        // What was under way is held by the dead until its lease runs out, ten minutes from now.
        #expect(try await copy(old, new) == 1)
        #expect(try await copy(old, new, "--force") == 0)
        // A copy that is made again changes nothing.
        #expect(try await copy(old, new, "--force") == 0)

        let newHost = try await new.serve()
        let again = try await trigger(by: newHost)
        #expect(again.status == 200, "the call is known by its idempotency key")
        #expect(again.answer == call.answer)
        try await new.waitUntilSettled(by: newHost)
        #expect(await newHost.stop() == 0)

        let moved = try await new.records()
        #expect(moved.allSatisfy { $0.state == .sent })
        #expect(moved.count + sentBefore.count == Self.deliveries)
        let linesAfter = try new.lines().map(\.delivery).dropFirst(linesBefore.count)
        #expect(linesAfter.sorted() == moved.map(\.id.description).sorted(), "the new host sends what was left, once")
        #expect(linesAfter.allSatisfy { !sentBefore.contains($0) }, "what was recorded as sent is not sent again")
        #expect(
            Set(linesBefore).intersection(linesAfter).count <= HostBench.capacity,
            "only what was in flight is sent twice"
        )
        #expect(!sentBefore.isEmpty && !moved.isEmpty, "the kill came in the middle of the work")
    }

    private func trigger(by host: HostProcess) async throws -> (status: Int, answer: JSONValue) {
        let users = (0..<Self.deliveries).map { JSONValue.string("user-\($0)") }
        let body: JSONValue = [
            "to": ["users": .array(users)], "type": "order.shipped", "data": ["order": "1042"],
            "idempotencyKey": "order-1042",
        ]
        return try await HostClient(address: host.address).call("POST", "/v1/notifications", body)
    }

    /// - Returns: The exit status.
    private func copy(_ old: HostBench, _ new: HostBench, _ options: String...) async throws -> Int32 {
        try await old.run(["copy", "--from", old.storeURL, "--to", new.storeURL] + options).status
    }
}
