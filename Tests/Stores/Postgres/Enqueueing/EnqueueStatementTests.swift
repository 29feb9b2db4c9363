import FanfareCore
import FanfareTesting
import Foundation
import TestPrograms
import Testing

@testable import FanfarePostgres

/// An application's own transaction, run by a client library that is not ours: asyncpg.
@Suite struct EnqueueStatementTests {
    private let identifiers = IdentifierSource()
    private let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts/transaction.py")

    private func submission(key: String? = nil, text: String = "shipped") throws -> Submission {
        let route = Route(channel: "log", address: "somewhere")
        let message = PreparedMessage(
            id: identifiers.next(),
            channel: "log",
            payload: try Payload(encoding: ["text": text]),
            maxAttempts: 3,
            deliveries: [PreparedDelivery(id: identifiers.next(), route: route)]
        )
        let notification = PreparedNotification(
            id: identifiers.next(),
            type: "order.shipped",
            category: .transactional,
            recipient: "ada",
            messages: [message]
        )
        let idempotency = key.map {
            Submission.Idempotency(key: $0, fingerprint: Fingerprint(of: text.utf8), lifetime: .seconds(60))
        }
        return Submission([notification], idempotency: idempotency)
    }

    private func run(_ submission: Submission, commits: Bool, at url: String) async throws -> String {
        let schema = try PostgresLocation(url).schema
        let statement = try EnqueueStatement(submission, schema: schema)
        let order: JSONValue = [
            "url": .string(String(url.prefix { $0 != "?" })), "text": .string(statement.text),
            "parameters": .array(statement.parameters.map { .string($0) }), "commits": .bool(commits),
        ]
        let (output, status) = try await ChildProcess.run(
            "/usr/bin/python3",
            [script.path],
            input: order.compactText
        )
        try #require(status == 0)
        return output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func `what an application commits is stored, and what it rolls back never was`() async throws {
        let url = try await TestPostgres.shared().freshURL(options: ["pool_size": "4"])
        let store = try await PostgresStore.open(url)
        try await store.migrate()
        let (kept, dropped) = (try submission(text: #"shipped "😀" \ Ünïcödé"#), try submission())
        #expect(try await run(kept, commits: true, at: url) == "stored")
        #expect(try await run(dropped, commits: false, at: url) == "stored")
        let claims = try await store.claim(upTo: 10, on: "log", for: .seconds(60))
        #expect(claims.map(\.notification) == kept.notifications.map(\.id))
        #expect(claims.first?.payload == kept.notifications[0].messages[0].payload)
        #expect(try await store.notification(dropped.notifications[0].id) == nil)
        await store.close()
    }

    @Test func `a repeat with the same key stores nothing, and another call is a conflict`() async throws {
        let url = try await TestPostgres.shared().freshURL(options: ["pool_size": "4"])
        let store = try await PostgresStore.open(url)
        try await store.migrate()
        #expect(try await run(submission(key: "order-7"), commits: true, at: url) == "stored")
        #expect(try await run(submission(key: "order-7"), commits: true, at: url) == "duplicate")
        #expect(try await run(submission(key: "order-7", text: "lost"), commits: true, at: url) == "conflict")
        #expect(try await store.deliveries(matching: DeliveryFilter(), after: nil, limit: 10).count == 1)
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func `whoever waits for work is woken by another host and by an application's commit`() async throws {
        let url = try await TestPostgres.shared().freshURL(options: ["pool_size": "4"])
        let (store, other) = (try await PostgresStore.open(url), try await PostgresStore.open(url))
        try await store.migrate()
        for isOther in [true, false] {
            let submission = try submission()
            async let woken: Void = wake(store, untilItFinds: submission)
            if isOther {
                _ = try await other.enqueue(submission)
            } else {
                #expect(try await run(submission, commits: true, at: url) == "stored")
            }
            try await woken
        }
        await other.close()
        await store.close()
    }

    /// Looks for work each time the store is told that there may be some, and never polls.
    private func wake(_ store: PostgresStore, untilItFinds submission: Submission) async throws {
        while true {
            let seen = store.arrivals.count(of: "log")
            let claims = try await store.claim(upTo: 10, on: "log", for: .seconds(60))
            if claims.contains(where: { $0.notification == submission.notifications[0].id }) { return }
            await store.arrivals.wait(for: "log", beyond: seen)
        }
    }

    @Test func `a description shows no parameter`() throws {
        let statement = try EnqueueStatement(submission(text: "secret"))
        #expect(!"\(statement) \(String(reflecting: statement))".contains("secret"))
        #expect(statement.parameters[0].contains("secret"))
    }
}
