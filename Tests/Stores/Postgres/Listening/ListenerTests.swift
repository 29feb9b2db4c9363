import FanfareBlocking
import Foundation
import TestPrograms
import Testing

@testable import FanfarePostgres

@Suite(.timeLimit(.minutes(1)))
struct ListenerTests {
    private let wakes = Happenings()

    private func listening(
        _ location: PostgresLocation,
        _ body: () async throws -> Void
    ) async throws {
        let listener = PostgresListener(location, channel: location.schema) { [wakes] in wakes.add() }
        await listener.start()
        do { try await body() } catch {
            await listener.stop()
            throw error
        }
        await listener.stop()
    }

    @Test
    func `it wakes when it begins, at a notification, and twice after it`() async throws {
        let server = try await TestPostgres.shared()
        let location = try await Bench.location()
        try await listening(location) {
            try await eventually("it has begun") { wakes.all.count == 1 }
            try await server.sql("notify \(location.schema)")
            try await eventually("it woke three times", within: .seconds(5)) { wakes.all.count == 4 }
            try await server.sql("notify another_channel")
            try await server.sql("notify \(location.schema)")
            try await eventually("and three times more", within: .seconds(5)) { wakes.all.count == 7 }
        }
        #expect(wakes.all.count == 7)
    }

    @Test
    func `it comes back after its connection was ended, and wakes for what it missed`() async throws {
        let server = try await TestPostgres.shared()
        let location = try await Bench.location(["application_name": "listener"])
        try await listening(location) {
            try await eventually("it has begun") { wakes.all.count == 1 }
            try await server.sql(
                "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'"
            )
            try await eventually("it is back", within: .seconds(5)) { wakes.all.count == 2 }
            try await server.sql("notify \(location.schema)")
            try await eventually("it hears", within: .seconds(5)) { wakes.all.count == 5 }
        }
    }

    @Test
    func `it comes back after the server did`() async throws {
        let server = try await TestPostgres.dedicated()
        let location = try await Bench.location(on: server)
        try await listening(location) {
            try await eventually("it has begun") { wakes.all.count == 1 }
            try await server.stop(.immediate)
            try await server.start()
            try await eventually("it is back") { wakes.all.count == 2 }
        }
    }

    @Test
    func `it stops promptly, whether it listens or cannot connect, and does not wake afterwards`() async throws {
        let server = try await TestPostgres.shared()
        let location = try await Bench.location(["application_name": "stopping"])
        let clock = ContinuousClock()
        let listener = PostgresListener(location, channel: location.schema) { [wakes] in wakes.add() }
        await listener.start()
        try await eventually("it has begun") { wakes.all.count == 1 }
        #expect(await clock.measure { await listener.stop() } < .seconds(2))
        await listener.stop()
        try await server.sql("notify \(location.schema)")
        #expect(wakes.all.count == 1)
        #expect(
            try await server.sql("select count(*) from pg_stat_activity where application_name = 'stopping'") == "0"
        )

        let lost = PostgresListener(try PostgresLocation("postgres://u@127.0.0.1:1/d"), channel: "c") {}
        await lost.start()
        #expect(await clock.measure { await lost.stop() } < .seconds(2))
        let unstarted = PostgresListener(location, channel: "c") {}
        await unstarted.stop()
    }

    @Test
    func `it connects again when the server has fallen silent`() async throws {
        let server = try await TestPostgres.shared()
        let location = try await Bench.location(["application_name": "silent"])
        var loop = ListeningLoop(location: location, channel: location.schema, signal: StopSignal()) { [wakes] in
            wakes.add()
        }
        loop.longestSilence = .milliseconds(100)
        loop.callLimit = .milliseconds(500)
        let thread = BlockingThread(name: "listen")
        try await thread.start()
        try thread.submit { [loop] _ in loop.run() }
        try await eventually("it has begun") { wakes.all.count == 1 }
        let backend = try #require(
            pid_t(try await server.sql("select pid from pg_stat_activity where application_name = 'silent'"))
        )
        kill(backend, SIGSTOP)
        defer { kill(backend, SIGCONT) }
        try await eventually("it has another connection") { wakes.all.count == 2 }
        loop.signal.send()
        await thread.stop()
    }

    @Test
    func `it does nothing where the location says that LISTEN does not work`() async throws {
        let location = try await Bench.location(["listen": "off", "application_name": "deaf"])
        try await listening(location) {
            let connections = try await TestPostgres.shared().sql(
                "select count(*) from pg_stat_activity where application_name = 'deaf'"
            )
            #expect(connections == "0")
        }
        #expect(wakes.all.count == 0)
    }
}
