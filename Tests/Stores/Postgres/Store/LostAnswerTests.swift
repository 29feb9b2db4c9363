import FanfareCore
import Foundation
import TestPrograms
import Testing

@testable import FanfarePostgres

/// Connections that are lost in the middle of a write, also between a commit and its answer.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LostAnswerTests {
    /// Who ends connections.
    enum Culprit: CaseIterable { case network, server }

    /// What a call said.
    private struct Answer: Sendable {
        let submission: Submission
        let result: Result<EnqueueResult, any Error>
    }

    @Test(arguments: Culprit.allCases)
    func `promise 1: what has returned is stored once, and what has thrown is not`(culprit: Culprit) async throws {
        let database = try await SharedDatabase()
        let answers = try await withBrokenConnections(by: culprit, to: database) { store, isBroken in
            var answers: [Answer] = []
            // One cut fails many calls, so that one round may see few of them.
            for round in 0..<10 where round == 0 || !isBroken() {
                answers += try await enqueue((320 * round)..<(320 * (round + 1)), to: store, of: database)
            }
            return answers
        }
        let store = try await database.open()
        for answer in answers {
            let prepared = answer.submission.notifications[0]
            let stored = try await store.notification(prepared.id)
            switch answer.result {
            case .success(let result):
                #expect(result == .stored, "nobody else has stored it")
                let deliveries = Set(stored?.deliveries.map(\.id) ?? [])
                #expect(deliveries == Set(prepared.messages[0].deliveries.map(\.id)), "stored whole")
            case .failure(let error as StoreUnavailable):
                #expect(!error.mayBeDone, "the server was there to be asked")
                #expect(stored == nil, "\(error)")
            case .failure(let error):
                Issue.record(error)
            }
        }
        let stored = answers.count { (try? $0.result.get()) != nil }
        #expect(stored > answers.count / 4, "\(stored) of \(answers.count)")
        await store.close()
    }

    /// Stores submissions at the same time.
    private func enqueue(
        _ numbers: Range<Int>,
        to store: PostgresStore,
        of database: SharedDatabase
    ) async throws -> [Answer] {
        try await withThrowingTaskGroup { group in
            for number in numbers {
                // Some are stored by one call, some copied in bulk; some have a key.
                let addresses = (0..<(number.isMultiple(of: 8) ? PostgresStore.bulk : 2)).map { "\(number)-\($0)" }
                let key = number.isMultiple(of: 3) ? "key-\(number)" : nil
                let submission = try database.submission(to: addresses, key: key)
                group.addTask {
                    do {
                        return Answer(submission: submission, result: .success(try await store.enqueue(submission)))
                    } catch {
                        return Answer(submission: submission, result: .failure(error))
                    }
                }
            }
            return try await group.reduce(into: [Answer]()) { $0.append($1) }
        }
    }

    @Test(arguments: Culprit.allCases)
    func `promise 4: a settlement whose answer is lost is known as applied`(culprit: Culprit) async throws {
        let database = try await SharedDatabase()
        let direct = try await database.open()
        _ = try await direct.enqueue(database.submission(to: (0..<1200).map { "\($0)" }))
        let claims = try await direct.claim(upTo: 1200, on: "shared", for: .seconds(3600))
        try #require(claims.count == 1200)
        let batches = stride(from: 0, to: claims.count, by: 4).map { start in
            [
                Settlement(claims[start].lease, .sent(providerID: "\(start)")),
                Settlement(
                    claims[start + 1].lease,
                    .failed,
                    reason: DeliveryReason("bad"),
                    attempt: Settlement.Attempt(outcome: "failed", duration: .milliseconds(5))
                ),
                Settlement(
                    claims[start + 2].lease,
                    .retry(after: .seconds(3600)),
                    reason: DeliveryReason("busy"),
                    attempt: Settlement.Attempt(outcome: "retry", duration: .milliseconds(5))
                ),
                Settlement(claims[start + 3].lease, .sent(providerID: "\(start + 3)")),
            ]
        }
        let results = try await withBrokenConnections(by: culprit, to: database) { store, _ in
            try await withThrowingTaskGroup { group in
                for batch in batches {
                    group.addTask {
                        // As the worker does it: until the store has taken it.
                        while true {
                            do { return try await store.settle(batch) } catch let error as StoreUnavailable {
                                #expect(!error.mayBeDone)
                                try await Task.sleep(for: .milliseconds(5))
                            }
                        }
                    }
                }
                return try await group.reduce(into: [[SettlementResult]]()) { $0.append($1) }
            }
        }
        let states: [DeliveryState] = [.sent, .failed, .queued, .sent]
        let applied = states.map { SettlementResult.applied($0, routeRemoved: false) }
        #expect(results.allSatisfy { $0 == applied }, "\(results.first { $0 != applied } ?? [])")
        let counts = "select state, count(*), sum(attempt) from fanfare.deliveries group by state order by state"
        #expect(try await database.sql(counts) == "failed|300|300\nqueued|300|300\nsent|600|600")
        #expect(
            try await database.sql("select outcome, count(*) from fanfare.attempts group by 1 order by 1")
                == "failed|300\nretry|300"
        )
        await direct.close()
    }

    @Test func `a caller who gives up while it is not known what was stored is still told`() async throws {
        let database = try await SharedDatabase()
        let proxy = try CuttingProxy(to: database.server.port)
        // With one connection it is certain which one is cut.
        let store = try await database.open(port: proxy.port, poolSize: 1, listens: false)
        proxy.cut(1)
        let submission = try database.submission()
        let call = Task { try await store.enqueue(submission) }
        try await eventually("the first connection is cut") { proxy.count > 0 }
        call.cancel()
        proxy.cut(0)
        #expect(try await call.value == .stored)
        #expect(try await store.notification(submission.notifications[0].id) != nil)
        await store.close()
    }

    @Test func `what cannot be found out is said to be unknown`() async throws {
        let database = try await SharedDatabase()
        let proxy = try CuttingProxy(to: database.server.port)
        // With one connection it is certain which one is cut.
        let store = try await database.open(port: proxy.port, poolSize: 1, listens: false)
        proxy.cut(1)
        let submission = try database.submission()
        let call = Task { try await store.enqueue(submission) }
        try await eventually("the first connection is cut") { proxy.count > 0 }
        // Nobody waits for a server that a store has turned away from.
        await store.close()
        let error = try await #require(throws: StoreUnavailable.self) { try await call.value }
        #expect(error.mayBeDone)
    }

    /// Lets `body` use a store whose connections are ended again and again, and then no more, so that the server is there to
    /// be asked.
    ///
    /// - Parameter body: Gets the store, and whether the network has done enough harm.
    private func withBrokenConnections<Value: Sendable>(
        by culprit: Culprit,
        to database: SharedDatabase,
        _ body: (PostgresStore, _ isBroken: () -> Bool) async throws -> Value
    ) async throws -> Value {
        let proxy = try CuttingProxy(to: database.server.port)
        let store = try await database.open(port: proxy.port)
        let isOver = Watched(false)
        let ending: Task<Void, any Error>?
        switch culprit {
        case .network:
            proxy.cut(0.04, atMost: 25)
            ending = nil
        case .server:
            ending = Task {
                for _ in 0..<8 where !isOver.value {
                    try await database.sql(Self.endSessions.replacing("NAME", with: database.name))
                }
            }
        }
        defer { isOver.update { $0 = true } }
        let value = try await body(store) { culprit == .server || proxy.count > 20 }
        if culprit == .network { #expect(proxy.count > 20) }
        proxy.cut(0)
        isOver.update { $0 = true }
        try await ending?.value
        await store.close()
        // What the server was still at may end as it will.
        try await eventually("the server is quiet") {
            let others =
                "select count(*) from pg_stat_activity where application_name = '\(database.name)' and state <> 'idle'"
            return try await database.sql(others) == "0"
        }
        return value
    }

    /// Ends one session after the other for a while.
    private static let endSessions = """
        do $$ begin
            for i in 1..40 loop
                perform pg_stat_clear_snapshot();
                perform pg_terminate_backend(pid) from (
                    select pid from pg_stat_activity where application_name = 'NAME' and state <> 'idle'
                    order by random() limit 1
                ) s;
                perform pg_sleep(0.01);
            end loop;
        end $$
        """
}
