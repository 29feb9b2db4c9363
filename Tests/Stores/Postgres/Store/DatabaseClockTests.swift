import FanfareCore
import FanfareTesting
import TestPrograms
import Testing

@testable import FanfarePostgres

private struct Greeting: Notification {
    static let type: NotificationType = "greeting"
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [Via("record") { _, _ in "Hello" }] }
}

private struct User: Notifiable {
    var id: Int
    var recipientID: RecipientID { RecipientID(id) }
}

/// The clock of a machine that is wrong.
private struct WrongClock: WallClock {
    let error: Duration

    var now: Timestamp { SystemClock().now.advanced(by: error) }
    var minimumResolution: Duration { .microseconds(1) }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        try await Task.sleep(for: now.duration(to: deadline), tolerance: tolerance)
    }
}

/// Without a clock of a test, all times are the database's.
@Suite(.timeLimit(.minutes(1))) struct DatabaseClockTests {
    @Test(arguments: ["1 h", "-1 h"])
    func `due times, leases and expiries count from the database's time`(skew: String) async throws {
        let database = try await SharedDatabase(skew: skew)
        let store = try await database.open()
        let options = DeliveryOptions(delay: .seconds(600), expiresIn: .seconds(1200))
        for submission in [
            try database.submission(options: options),
            try database.submission(to: (0..<PostgresStore.bulk).map { "\($0)" }, options: options),
        ] {
            #expect(try await store.enqueue(submission) == .stored)
        }
        let times = """
            select bool_and(due_at - now() between interval '590 s' and interval '600 s'),
                bool_and(expires_at - due_at = interval '1200 s'), bool_and(now() - created_at < interval '10 s')
            from fanfare.deliveries
            """
        #expect(try await database.sql(times) == "t|t|t")
        #expect(try await store.claim(upTo: 10, on: "shared", for: .seconds(60)).isEmpty)

        try await database.sql("update fanfare.deliveries set due_at = now() - interval '1 ms'")
        let claims = try await store.claim(upTo: 3, on: "shared", for: .seconds(60))
        try #require(claims.count == 3)
        let leases = """
            select count(*), bool_and(lease_until - now() between interval '50 s' and interval '60 s')
            from fanfare.deliveries where state = 'sending'
            """
        #expect(try await database.sql(leases) == "3|t")
        #expect(try await store.renew(claims.map(\.lease), for: .seconds(300)).count == 3)
        #expect(
            try await database.sql(leases.replacing("50 s", with: "290 s").replacing("60 s", with: "300 s")) == "3|t"
        )

        // The lease runs out in the database.
        try await database.sql("update fanfare.deliveries set lease_until = now() where state = 'sending'")
        #expect(try await store.renew(claims.map(\.lease), for: .seconds(300)).isEmpty)
        #expect(try await store.settle([Settlement(claims[0].lease, .sent(providerID: nil))]) == [.stale])
        let again = try await store.claim(upTo: 1, on: "shared", for: .seconds(60))
        #expect(again.map(\.attempt) == [2])
        let settlement = Settlement(try #require(again.first).lease, .retry(after: .seconds(900)))
        #expect(try await store.settle([settlement]) == [.applied(.queued, routeRemoved: false)])
        let retry = """
            select bool_and(due_at - now() between interval '890 s' and interval '900 s')
            from fanfare.deliveries where attempt = 2
            """
        #expect(try await database.sql(retry) == "t")
        await store.close()
    }

    @Test(arguments: ["1 h", "-1 h"])
    func `hosts whose clocks are wrong by an hour disturb nobody`(skew: String) async throws {
        let database = try await SharedDatabase(skew: skew)
        let channel = RecordingChannel(id: "record", of: String.self, capacity: 20, reach: .everyDevice) { _ in .sent()
        }
        let channels = try ChannelRegistry([channel])
        let shutdown = ShutdownSignal()
        let hosts =
            [(try await database.open(), WrongClock(error: .seconds(3600)))]
            + [(try await database.open(), WrongClock(error: .seconds(-3600)))]
        try await withThrowingTaskGroup { group in
            for (store, clock) in hosts {
                let worker = Worker(queue: store, channels: channels, clock: clock)
                group.addTask { await worker.run(until: shutdown) }
            }
            for (number, (store, clock)) in hosts.enumerated() {
                let notify = Notifier(store: store, channels: channels, clock: clock)
                let users = (0..<200).map { User(id: 1000 * number + $0) }
                _ = try await notify(users, Greeting(), options: DeliveryOptions(expiresIn: .seconds(600)))
                _ = try await notify(User(id: -1), Greeting(), options: DeliveryOptions(delay: .seconds(1800)))
            }
            await channel.waitForAttempts(400)
            shutdown.trigger()
            try await group.waitForAll()
        }
        #expect(Set(channel.attempts.map(\.context.delivery)).count == 400)
        #expect(channel.attempts.allSatisfy { $0.context.attempt == 1 })
        let counts = "select state, count(*) from fanfare.deliveries group by state order by state"
        #expect(try await database.sql(counts) == "queued|2\nsent|400")
        // Ids come from the hosts, and are an hour off; what is old enough goes all the same.
        try await database.sql(
            "update fanfare.deliveries set settled_at = now() - interval '61 s' where state = 'sent'"
        )
        var pruned = 0
        while case let count = try await hosts[0].0.prune(settledFor: .seconds(60), limit: 1000), count > 0 {
            pruned += count
        }
        #expect(try await database.sql(counts) == "queued|2")
        #expect(pruned == 400)
        for (store, _) in hosts { await store.close() }
    }
}
