import FanfareCore
import Foundation
import TestPrograms
import Testing

@testable import FanfarePostgres

/// Whether the store's statements find what they need by indexes in tables of a million rows, whatever the planner knows.
///
/// Postgres plans a prepared statement for the values of each call at first, and later once for all; and it plans by
/// statistics, which are missing or old at times.
@Suite(.timeLimit(.minutes(3))) struct PlanTests {
    /// A session of the store, and how it plans.
    private enum Session: CaseIterable {
        /// Prepared, with the pool's settings, planned for the call's values.
        case custom
        /// Prepared, with the pool's settings, planned once for all values.
        case generic
        /// Behind a pooler: nothing is prepared, and the session has no settings.
        case pooled

        var mode: String { self == .generic ? "force_generic_plan" : "force_custom_plan" }
    }

    /// How many rows a statement is asked for.
    private static let limit = 500

    @Test func `the store's statements touch no more rows than they are asked for`() async throws {
        let server = try await TestPostgres.shared()
        let url = server.freshURL(schema: "plans")
        let store = try await PostgresStore.open(url)
        try await store.migrate()
        let location = try PostgresLocation(url)
        let since = Int(Date.now.timeIntervalSince1970) - 60 * 86_400
        for part in Self.fill {
            try await server.sql(location.placing(part.replacing("SINCE", with: "\(since)")))
        }
        let questions = try await questions(on: server, location)
        for isAnalyzed in [false, true] {
            if isAnalyzed {
                try await server.sql(
                    location.placing(
                        "analyze fanfare.deliveries, fanfare.devices, fanfare.messages, fanfare.notifications, fanfare.events"
                    )
                )
            }
            for session in Session.allCases {
                let url = session == .pooled ? url + "&prepared_statements=off" : url
                try await Bench.withPool(try PostgresLocation(url)) { pool in
                    for question in questions {
                        let plan = try await plan(of: question, session, by: pool)
                        let place: Comment =
                            "\(question.statement.name), \(session), \(isAnalyzed ? "analyzed" : "not analyzed"): \(plan)"
                        #expect(plan.wholeTables.isEmpty, place)
                        #expect(plan.rows <= question.rows, place)
                    }
                }
            }
        }
        await store.close()
        try await server.sql("drop schema \(location.schema) cascade")
    }

    // MARK: Questions

    /// A statement with values, as SQL has them, and how many rows it may touch.
    private struct Question {
        let statement: PostgresStatement
        let types: String
        let values: String
        let rows: Int

        init(_ statement: PostgresStatement, _ types: String, _ values: String, rows: Int) {
            (self.statement, self.types, self.values, self.rows) = (statement, types, values, rows)
        }
    }

    private func questions(on server: TestPostgres, _ location: PostgresLocation) async throws -> [Question] {
        func list(_ column: String, _ rest: String) async throws -> String {
            try await server.sql(
                location.placing(
                    "select array_agg(\(column)) from (select * from fanfare.\(rest) limit \(Self.limit)) s"
                )
            )
        }
        let held = "deliveries where state = 'sending' and lease_until > now() and channel = 'apns' order by id"
        let ids = try await list("id", held)
        let leases = try await list("lease", held)
        let users = try await list("user_id", "devices where user_id is not null order by token")
        let tokens = try await list("token", "devices order by token")
        let keys = try await list("device_key", "devices order by device_key")
        let notification = try await server.sql(
            location.placing("select notification_id from fanfare.deliveries where state = 'queued' limit 1")
        )
        let device = try await server.sql(location.placing("select id from fanfare.devices limit 1"))
        func repeated(_ value: String, _ type: String) -> String {
            "array_fill(\(value)::\(type), array[\(Self.limit)])"
        }
        let held2 = "null, '\(ids)', '\(leases)'"
        let others = [
            repeated("null", "text"), repeated("'failed'", "text"), repeated("'bad'", "text"), repeated("0", "bigint"),
            repeated("0", "bigint"), repeated("0", "bigint"), repeated("'failed'", "text"), repeated("'bad'", "text"),
            repeated("0", "bigint"),
        ].joined(separator: ", ")
        let limit = Self.limit
        return [
            // Deliveries twice, with their messages and devices.
            Question(.claim, "timestamptz, text, bigint, bigint", "null, 'apns', \(limit), 60000000", rows: 5 * limit),
            Question(
                .settleSent,
                "timestamptz, uuid[], bigint[], text[]",
                "\(held2), \(repeated("'id'", "text"))",
                rows: 2 * limit
            ),
            Question(
                .settleOthers,
                "timestamptz, uuid[], bigint[], text[], text[], text[], bigint[], bigint[], bigint[], text[], text[], bigint[]",
                "\(held2), \(others)",
                rows: 2 * limit
            ),
            Question(.recognize, "uuid[], bigint[]", "'\(ids)', '\(leases)'", rows: limit),
            Question(.renew, "timestamptz, uuid[], bigint[], bigint", "\(held2), 60000000", rows: 2 * limit),
            Question(.release, "timestamptz, uuid[], bigint[]", held2, rows: 2 * limit),
            Question(.devicesOfUsers, "text[]", "'\(users)'", rows: 5 * limit),
            Question(
                .devicesToRegister,
                "text[], text[], text[], text[]",
                "\(repeated("'apns'", "text")), \(repeated("''", "text")), '\(tokens)', '\(keys)'",
                rows: 4 * limit
            ),
            Question(.device, "uuid", "'\(device)'", rows: 1),
            Question(.devicesPage, "uuid, bigint", "null, \(limit)", rows: limit),
            Question(.delivery, "uuid", "'\(ids.dropFirst().prefix(36))'", rows: 2),
            Question(.deliveriesOfNotification, "uuid", "'\(notification)'", rows: 60),
            Question(.cancel, "timestamptz, uuid", "null, '\(notification)'", rows: 60),
            Question(.pruneKeys, "timestamptz, bigint", "null, \(limit)", rows: 4 * limit),
            Question(
                .pruneDeliveries,
                "timestamptz, bigint, bigint",
                "null, \(30 * 86_400_000_000), \(limit)",
                rows: 4 * limit
            ),
            Question(
                .pruneNotifications,
                "timestamptz, bigint, bigint",
                "null, \(30 * 86_400_000_000), \(limit)",
                rows: 6 * limit
            ),
            Question(.takeEvents, "timestamptz, bigint, bigint", "null, \(limit), 60000000", rows: 4 * limit),
        ]
            + [.failed, .expired, .cancelled, .skipped].map { state in
                Question(.page(state: state), "text, uuid, bigint", "null, null, \(limit)", rows: 2 * limit)
            }
            + [Question(.page(state: nil), "text, uuid, bigint", "null, null, \(limit)", rows: 2 * limit)]
    }

    // MARK: Plans

    /// What a plan turned out to do.
    private struct Plan: CustomStringConvertible {
        var wholeTables: [String] = []
        /// Rows of tables that were looked at.
        var rows = 0
        var description = ""

        init(_ json: JSONValue) { add(json[0]?["Plan"] ?? .null, 0) }

        private mutating func add(_ node: JSONValue, _ depth: Int) {
            func number(_ name: String) -> Double { node[name]?.number?.double ?? 0 }
            let (kind, table) = (node["Node Type"]?.string ?? "", node["Relation Name"]?.string)
            let loops = number("Actual Loops")
            let touched = (number("Actual Rows") + number("Rows Removed by Filter")) * loops
            let rechecked = number("Rows Removed by Index Recheck") * loops
            description += "\n\(String(repeating: " ", count: depth))\(kind) \(table ?? "") \(Int(touched + rechecked))"
            if let index = node["Index Name"]?.string { description += " by \(index)" }
            if let table {
                if kind == "Seq Scan" { wholeTables.append(table) }
                if kind.hasSuffix("Scan") { rows += Int(touched + rechecked) }
            } else if kind == "Bitmap Index Scan" {
                rows += Int(touched)
            }
            for part in node["Plans"]?.array ?? [] { add(part, depth + 1) }
        }
    }

    private struct Undone: Error { let plan: String }

    private func plan(of question: Question, _ session: Session, by pool: PostgresPool) async throws -> Plan {
        let text = try await pool.run("explain") { connection -> String in
            try connection.execute(
                script: """
                    deallocate all;
                    set plan_cache_mode = \(session.mode);
                    prepare question (\(question.types)) as \(question.statement.text)
                    """
            )
            connection.cache.removeAll()
            do {
                return try connection.transaction {
                    let explain = PostgresStatement(
                        "explain",
                        "explain (analyze, format json) execute question (\(question.values))"
                    )
                    throw Undone(plan: String(decoding: try connection.run(explain)[0].json(0), as: UTF8.self))
                }
            } catch let undone as Undone {
                return undone.plan
            }
        }
        return Plan(try JSONParser().parse(Array(text.utf8)))
    }

    // MARK: Tables

    /// A million deliveries of two months: nearly all have ended, some wait, some are being sent, some of those by the dead.
    /// Not logged, as no plan depends on it; never vacuumed, which would bring statistics. A part takes some seconds.
    ///
    /// Ids are in the order of time where statements rely on it. SINCE is when the two months began.
    private static let fill = [
        """
        do $$ declare name text; begin
            foreach name in array array['devices', 'notifications', 'messages', 'deliveries', 'attempts', 'events',
                'idempotency_keys'] loop
                execute 'alter table fanfare.' || name || ' set unlogged';
                execute 'alter table fanfare.' || name || ' set (autovacuum_enabled = off)';
            end loop;
        end $$;
        insert into fanfare.devices (id, app_id, platform, token, device_key, user_id, registered_at, created_at)
        select \(id("1", "i")), '', 'apns', 'token-' || i, 'key-' || i, 'user-' || i % 100000, now(), now()
        from generate_series(0, 199999) i;
        insert into fanfare.notifications (id, type, category, user_id, created_at)
        select \(timedID("2", "i", seconds: 50)), 'order.shipped', 'transactional', 'user-' || i,
            to_timestamp(SINCE) + i * interval '50 s'
        from generate_series(0, 104999) i;
        insert into fanfare.messages (id, notification_id, channel, type, payload)
        select \(id("3", "i")), \(timedID("2", "i", seconds: 50)), 'apns', 'order.shipped', '{"text":"hello"}'
        from generate_series(0, 104999) i;
        insert into fanfare.events (type, attempts, lease_until, set_aside_at, reason)
        select 'order.shipped', i % 10, case when i % 10 > 0 then now() + interval '1 h' end,
            case when i < 49000 then now() end, case when i < 49000 then 'bad' end
        from generate_series(0, 49999) i;
        insert into fanfare.idempotency_keys (key, fingerprint, receipts, expires_at)
        select 'key-' || i, 'f', '[]', now() + (i - 5000) * interval '1 min' from generate_series(0, 99999) i
        """,
        """
        insert into fanfare.deliveries (id, notification_id, message_id, device_id, scheduled_at, due_at, lease_until,
            created_at, settled_at, lease, attempt, max_attempts, priority, channel, state, user_id)
        select \(timedID("4", "i", seconds: 5)), \(timedID("2", "(5000 + i / 10)", seconds: 50)),
            \(id("3", "(5000 + i / 10)")), \(id("1", "(i % 200000)")), at,
            case when state = 'queued' and i % 4 = 0 then now() + interval '1 d' else at end,
            case when state = 'sending' then now() + case when i % 10 < 2 then -1 else 1 end * interval '1 h' end,
            at, case when state not in ('queued', 'sending') then at + interval '1 min' end, i, 1, 12, i % 3,
            case when i % 2 = 0 then 'apns' else 'fcm' end, state, 'user-' || i % 100000
        from (
            select i, to_timestamp(SINCE) + i * interval '5 s' as at,
                case when i >= 995000 then 'sending' when i >= 985000 then 'queued' when i % 50 > 0 then 'sent'
                    when i % 200 = 0 then 'failed' when i % 200 = 50 then 'expired' when i % 200 = 100 then 'cancelled'
                    else 'skipped' end as state
            from generate_series(0, 999999) i
        ) d
        """,
        """
        insert into fanfare.attempts (delivery_id, attempt, outcome, at, duration)
        select id, 1, 'failed', created_at, 5 from fanfare.deliveries where state = 'failed'
        """,
    ]

    private static func id(_ kind: String, _ number: String) -> String {
        "('00000000000070008\(kind)00' || lpad(to_hex(\(number)), 12, '0'))::uuid"
    }

    /// An id as it is made so many seconds after the one before.
    private static func timedID(_ kind: String, _ number: String, seconds: Int) -> String {
        let time = "(SINCE + \(number)::bigint * \(seconds)) * 1000"
        return "(lpad(to_hex(\(time)), 12, '0') || '70008\(kind)00' || lpad(to_hex(\(number)), 12, '0'))::uuid"
    }
}
