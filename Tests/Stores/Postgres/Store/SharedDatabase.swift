import FanfareCore
import Foundation
import TestPrograms

@testable import FanfarePostgres

/// A schema that several stores of a test share, as hosts do, on the database's own clock.
struct SharedDatabase {
    let server: TestPostgres
    /// What the sessions of its stores are called, so that a test can tell them from others.
    let name: String
    private let schema: String
    private let ids = IdentifierSource()

    /// A schema that has been made.
    ///
    /// - Parameters:
    ///   - server: Where; the server all tests share if there is none.
    ///   - skew: How far the database's clock is ahead of the machine's, as SQL has it.
    init(on server: TestPostgres? = nil, skew: String = "0 s") async throws {
        self.server = if let server { server } else { try await TestPostgres.shared() }
        name = "shared_\(UUID().uuidString.prefix(8))"
        schema = name.lowercased()
        // The sessions find this before the one of the system.
        try await self.server.sql(
            """
            create schema \(schema) authorization fanfare;
            create function \(schema).now() returns timestamptz language sql stable
                as $$ select pg_catalog.now() + interval '\(skew)' $$
            """
        )
        let store = try await open()
        try await store.migrate()
        await store.close()
    }

    /// Another store.
    ///
    /// - Parameter port: Where the server is reached, if not at its own port.
    func open(port: UInt16? = nil, poolSize: Int = 8, listens: Bool = true) async throws -> PostgresStore {
        let options = [
            "schema": schema, "application_name": name, "pool_size": "\(poolSize)",
            "listen": listens ? "on" : "off",
            "options": "-c%20search_path%3D\(schema)%2Cpg_catalog",
        ]
        let url = server.url(options: options)
        return try await PostgresStore.open(port.map { url.replacing(":\(server.port)/", with: ":\($0)/") } ?? url)
    }

    /// Runs SQL in which `fanfare.` stands for the schema, and `now()` is the database's time as its stores see it.
    @discardableResult
    func sql(_ text: String) async throws -> String {
        let search = "set search_path = \(schema), pg_catalog;"
        return try await server.sql("\(search) \(text.replacing("fanfare.", with: "\(schema)."))")
    }

    // MARK: Notifications

    /// A submission of one notification, with a delivery to each address.
    func submission(
        to addresses: [String] = ["somewhere"],
        key: String? = nil,
        options: DeliveryOptions = DeliveryOptions()
    ) throws -> Submission {
        try submission(to: addresses.map { Route(channel: "shared", address: $0) }, key: key, options: options)
    }

    /// A submission of one notification, with a delivery to each route.
    func submission(
        to routes: [Route],
        key: String? = nil,
        options: DeliveryOptions = DeliveryOptions()
    ) throws -> Submission {
        let message = PreparedMessage(
            id: ids.next(),
            channel: "shared",
            payload: try Payload(encoding: ["text": "hello"]),
            maxAttempts: 5,
            deliveries: routes.map { PreparedDelivery(id: ids.next(), route: $0) }
        )
        let notification = PreparedNotification(
            id: ids.next(),
            type: "shared.case",
            category: .transactional,
            recipient: "ada",
            options: options,
            messages: [message]
        )
        return Submission(
            [notification],
            idempotency: try key.map { key in
                Submission.Idempotency(
                    key: key,
                    fingerprint: Fingerprint(of: try Payload(encoding: key).json),
                    lifetime: .seconds(3600)
                )
            }
        )
    }
}
