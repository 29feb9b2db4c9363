import Dispatch
import FanfareCore
import TestPrograms
import Testing

@testable import FanfarePostgres

/// Stores of several hosts at the same rows.
@Suite(.timeLimit(.minutes(2))) struct ContentionTests {
    private static func registration(_ number: Int, user: Int) throws -> DeviceRegistration {
        DeviceRegistration(
            try DeviceToken("token-\(number)", platform: "record"),
            platform: "record",
            user: .set(RecipientID(user)),
            deviceKey: .set("key-\(number)"),
            appVersion: .set("\(user)")
        )
    }

    @Test func `api-01: a token that is registered many times at once by two hosts is one device`() async throws {
        let database = try await SharedDatabase()
        let stores = [try await database.open(), try await database.open()]
        // From the second round on all connections stand, and the calls really meet.
        for token in 0..<5 {
            let answers = try await withThrowingTaskGroup { group in
                for number in 0..<50 {
                    group.addTask {
                        try await stores[number % 2].register([Self.registration(token, user: number % 4 / 2)])
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(answers.count == 50)
            #expect(Set(answers.map(\.id)).count == 1)
        }
        let devices = try await stores[0].devices(after: nil, limit: 10)
        #expect(devices.count == 5)
        #expect(
            devices.allSatisfy { $0.user?.rawValue == $0.appVersion },
            "the last one's values, all of them"
        )
        for store in stores { await store.close() }
    }

    @Test func `a claim takes what another host is not taking, and does not wait`() async throws {
        let database = try await SharedDatabase()
        let stores = [try await database.open(), try await database.open()]
        _ = try await stores[0].enqueue(database.submission(to: (0..<20).map { "\($0)" }))
        let isTaking = Watched(false)
        let isOver = DispatchSemaphore(value: 0)
        async let others = stores[0].writing { connection in
            try connection.transaction {
                let time: Timestamp? = nil
                let channel: ChannelID = "shared"
                let rows = try connection.run(.claim, time, channel, 10, Int64(60_000_000))
                isTaking.update { $0 = true }
                isOver.wait()
                return try rows.map { try $0.uuid(0) }
            }
        }
        await isTaking.wait { $0 }
        let claims = await Result { try await stores[1].claim(upTo: 20, on: "shared", for: .seconds(60)) }
        isOver.signal()
        let mine = try claims.get().map(\.lease.delivery.rawValue)
        #expect(mine.count == 10)
        #expect(try await Set(others).isDisjoint(with: mine))
        for store in stores { await store.close() }
    }

    @Test func `of two writes that wait for each other, both are done`() async throws {
        let database = try await SharedDatabase()
        let store = try await database.open()
        let devices = try await store.register((0..<2).map { try Self.registration($0, user: 1) }).map(\.id)
        let attempts = Watched(0)
        let isLocked = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        try await withThrowingTaskGroup { group in
            for number in 0..<2 {
                group.addTask {
                    let isFirst = Watched(true)
                    try await store.writing { connection in
                        try connection.transaction {
                            attempts.update { $0 += 1 }
                            let lock: PostgresStatement = "update fanfare.devices set model = 'x' where id = $1"
                            try connection.run(lock, devices[number])
                            if isFirst.update({
                                let was = $0; $0 = false; return was
                            }) {
                                isLocked[number].signal()
                                isLocked[1 - number].wait()
                            }
                            try connection.run(lock, devices[1 - number])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(attempts.value == 3, "one of them was undone")
        await store.close()
    }

    @Test func `whatever two hosts do at once to the same rows, no conflict reaches a caller`() async throws {
        // Deadlocks are looked for soon, or the test would wait for each.
        let server = try await TestPostgres.dedicated(settings: "deadlock_timeout = 20ms")
        let database = try await SharedDatabase(on: server)
        let stores = [try await database.open(poolSize: 12), try await database.open(poolSize: 12)]
        let devices = try await stores[0].register((0..<30).map { try Self.registration($0, user: 1) }).map(\.id)
        let routes = devices.enumerated().map { number, id in
            Route(channel: "shared", address: "token-\(number)", device: id)
        }
        try await withThrowingTaskGroup { group in
            for (number, store) in (stores + stores).enumerated() {
                group.addTask {
                    for round in 0..<15 {
                        let batch = try (0..<30).shuffled().map { try Self.registration($0, user: round) }
                        _ = try await store.register(batch)
                    }
                }
                group.addTask {
                    for round in 0..<15 {
                        let submission = try database.submission(to: routes)
                        #expect(try await store.enqueue(submission) == .stored)
                        if round.isMultiple(of: 3) { _ = try await store.cancel(submission.notifications[0].id) }
                    }
                }
                group.addTask {
                    for _ in 0..<15 {
                        let claims = try await store.claim(upTo: 40, on: "shared", for: .seconds(600))
                        let settlements = claims.shuffled().map { claim in
                            Settlement(claim.lease, .failed, reason: DeliveryReason("gone"), removal: removal(claim))
                        }
                        let results = try await store.settle(settlements)
                        #expect(!results.contains(.stale))
                    }
                }
                group.addTask {
                    for _ in 0..<15 {
                        let gone = zip(devices, 0...).map { id, place in
                            RouteRemoval(
                                device: id,
                                token: "token-\(place)",
                                condition: .registeredBefore(SystemClock().now.advanced(by: .seconds(60))),
                                reason: "gone"
                            )
                        }
                        _ = try await store.setAside(gone.shuffled())
                    }
                }
                group.addTask { for _ in 0..<15 { _ = try await store.prune(settledFor: .zero, limit: 50) } }
                group.addTask {
                    for id in devices.shuffled().prefix(number) { _ = try await store.removeDevice(id, ownedBy: nil) }
                }
            }
            try await group.waitForAll()
        }
        let found = try await stores[0].devices(after: nil, limit: 100)
        #expect(Set(found.map(\.token)).count == found.count)
        for store in stores { await store.close() }
    }
}

/// The claim's device is gone.
private func removal(_ claim: Claim) -> RouteRemoval? {
    guard case .open(let route, let registeredAt?) = claim.route, let device = route.device else { return nil }
    return RouteRemoval(
        device: device,
        token: route.address,
        condition: .registeredAt(registeredAt),
        reason: "gone"
    )
}

extension Result where Failure == any Error {
    /// What an operation returned or threw.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
