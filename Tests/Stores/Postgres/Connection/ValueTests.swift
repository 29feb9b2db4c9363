import FanfareCore
import FoundationEssentials
import Testing

@testable import FanfarePostgres

struct ValueTests {
    @Test
    func `every kind of value comes back as it was sent`() async throws {
        let connection = try await Bench.connection()
        try connection.execute(
            script: """
                create table fanfare.v (n int, i bigint, j integer, k smallint, d double precision, s text, b bytea,
                    u uuid, f boolean, t timestamptz, o json)
                """
        )
        let id = UUID()
        let bytes: [UInt8] = [0, 1, 255, 0]
        let json = #"{"a":"ü\u0000"}"#
        let insert: PostgresStatement = "insert into fanfare.v values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
        try connection.run(
            insert,
            Int32(1),
            Int.min,
            Int32.min,
            Int16.min,
            0.1,
            "aü€🎺",
            bytes,
            id,
            true,
            Timestamp(microsecondsSinceEpoch: -1),
            PostgresJSON(Data(json.utf8))
        )
        try connection.run(
            insert,
            Int32(2),
            Int64.max,
            Int32.max,
            Int16.max,
            -Double.infinity,
            "",
            [] as [UInt8],
            id,
            false,
            Timestamp(microsecondsSinceEpoch: 1_700_000_000_123_456),
            PostgresJSON(Data("[]".utf8))
        )
        try connection.run(
            insert,
            Int32(3),
            nil,
            nil as Int32?,
            nil,
            nil as Double?,
            nil as String?,
            nil,
            nil as UUID?,
            nil,
            nil as Timestamp?,
            nil
        )
        let rows = try connection.run("select i, j, k, d, s, b, u, f, t, o from fanfare.v order by n")
        #expect(rows.count == 3)
        #expect(try rows[0].int(0) == .min)
        #expect(try rows[0].int(1) == Int(Int32.min))
        #expect(try rows[0].int(2) == Int(Int16.min))
        #expect(try rows[0].double(3) == 0.1)
        #expect(try rows[0].text(4) == "aü€🎺")
        #expect(try rows[0].utf8(4) == Data("aü€🎺".utf8))
        #expect(try rows[0].bytes(5) == bytes)
        #expect(try rows[0].uuid(6) == id)
        #expect(try rows[0].bool(7))
        #expect(try rows[0].timestamp(8) == Timestamp(microsecondsSinceEpoch: -1))
        #expect(try rows[0].json(9) == Data(json.utf8))
        #expect(try rows[1].int64(0) == .max)
        #expect(try rows[1].double(3) == -.infinity)
        #expect(try rows[1].text(4) == "")
        #expect(try rows[1].bytes(5) == [])
        #expect(try rows[1].optionalBool(7) == false)
        #expect(try rows[1].timestamp(8).microsecondsSinceEpoch == 1_700_000_000_123_456)
        for column in 0..<10 { #expect(try rows[2].isNull(column)) }
        #expect(try rows[2].optionalText(4) == nil)
        #expect(try rows[2].optionalUUID(6) == nil)
        #expect(try rows[2].optionalTimestamp(8) == nil)
    }
}

extension ValueTests {
    @Test
    func `arrays come back as they were sent, also empty ones and NULLs in them`() async throws {
        let connection = try await Bench.connection()
        let ids = [UUID(), UUID()]
        let texts: [String?] = ["a", nil, "", "ü€🎺", #"{"x"}"#, "NULL"]
        let rows = try connection.run(
            "select t, cardinality($1::text[]) from unnest($1::text[]) with ordinality u(t, n) order by n",
            texts
        )
        #expect(try rows.map { try $0.optionalText(0) } == texts)
        #expect(try rows[0].int(1) == 6)
        let numbers = [Int64.min, -1, 0, 1, .max]
        #expect(try connection.run("select unnest($1::bigint[])", numbers).map { try $0.int64(0) } == numbers)
        #expect(try connection.run("select unnest($1::uuid[])", ids).map { try $0.uuid(0) } == ids)
        let times = [-1, 1, Int64.max, -211_813_488_000_000_000 + 946_684_800_000_000].map {
            Timestamp(microsecondsSinceEpoch: $0)
        }
        #expect(try connection.run("select unnest($1::timestamptz[])", times).map { try $0.timestamp(0) } == times)
        let flags: [Bool?] = [true, nil, false]
        #expect(try connection.run("select unnest($1::bool[])", flags).map { try $0.optionalBool(0) } == flags)
        let doubles = [0.1, -.infinity, .greatestFiniteMagnitude]
        #expect(try connection.run("select unnest($1::float8[])", doubles).map { try $0.double(0) } == doubles)
        let blobs: [[UInt8]] = [[], [0], [1, 255]]
        #expect(try connection.run("select unnest($1::bytea[])", blobs).map { try $0.bytes(0) } == blobs)
        let json = [PostgresJSON(Data("{}".utf8)), PostgresJSON(Data("[1, 2]".utf8))]
        #expect(try connection.run("select unnest($1::json[])", json).map { try $0.json(0) } == json.map(\.utf8))
        #expect(try connection.integer("select cardinality($1::text[])::bigint", [] as [String]) == 0)
        let none: [Int]? = nil
        #expect(try connection.run("select $1::bigint[] is null", none)[0].bool(0))
        let dimensions = try connection.run(
            "select array_ndims($1), array_lower($1, 1), $2::text[] = '{}'",
            [7],
            [String]()
        )
        #expect(try dimensions[0].int(0) == 1)
        #expect(try dimensions[0].int(1) == 1)
        #expect(try dimensions[0].bool(2))
    }

    @Test
    func `the server understands what was sent, and not only sends it back`() async throws {
        let connection = try await Bench.connection()
        let id = UUID()
        let row = try connection.run(
            """
            select $1::text = 'ü', $2::bigint = -5, $3::uuid = $4::text::uuid, $5::timestamptz = '1969-12-31T23:59:59.5Z',
                $6::json ->> 'a' = 'b', $7::bytea = '\\x00ff', $8::float8 = 1.5, $9::text[] = array['a', null],
                $10::timestamptz = '2100-01-01Z'
            """,
            "ü",
            -5,
            id,
            id.uuidString,
            Timestamp(microsecondsSinceEpoch: -500_000),
            PostgresJSON(Data(#"{"a":"b"}"#.utf8)),
            Data([0, 255]),
            1.5,
            ["a", nil],
            Timestamp(microsecondsSinceEpoch: 4_102_444_800_000_000)
        )[0]
        for column in 0..<9 { #expect(try row.bool(column), "column \(column)") }
    }

    @Test
    func `types with a raw value are sent as it`() async throws {
        let connection = try await Bench.connection()
        let id = DeliveryID(rawValue: UUID())
        #expect(try connection.run("select $1::uuid", id)[0].uuid(0) == id.rawValue)
        #expect(try connection.run("select unnest($1::uuid[])", [id])[0].uuid(0) == id.rawValue)
        #expect(try connection.run("select $1::text", Colour.red)[0].text(0) == "red")
    }

    private enum Colour: String, PostgresEncodable { case red }

    @Test(
        arguments: [
            ("a text with NUL", "sec\u{0}ret"), ("one in an array", ["a", "sec\u{0}ret"]),
            ("a time before the server's", Timestamp(microsecondsSinceEpoch: .min)),
            (
                "the first one before it",
                Timestamp(microsecondsSinceEpoch: -211_813_488_000_000_001 + 946_684_800_000_000)
            ),
        ] as [(String, any PostgresEncodable)]
    )
    func `a value the server could not store is refused before anything is sent`(
        what: String,
        value: any PostgresEncodable
    ) async throws {
        let connection = try await Bench.connection()
        let statement = PostgresStatement("insert secret", "no SQL at all $1")
        let error = try #require(throws: PostgresError.self) { try connection.run(statement, value) }
        #expect(error.sqlState == .unsendableValue)
        #expect(error.statement == "insert secret")
        #expect(!error.description.contains("sec\u{0}"))
        let piped = try #require(throws: PostgresError.self) {
            try connection.run([PostgresCall("select 1"), PostgresCall(statement, value)])
        }
        #expect(piped.sqlState == .unsendableValue)
        #expect(try connection.integer("select 1::bigint") == 1)
    }

    @Test
    func `reading what is not there or of another type is an error`() async throws {
        let connection = try await Bench.connection()
        let rows = try connection.run(
            "select 1::bigint, 'a'::text, null::text, 'infinity'::timestamptz, '-infinity'::timestamptz, 1.5::numeric"
        )
        let row = rows[0]
        let attempts: [(String, () throws -> Void)] = [
            ("a number as text", { _ = try row.text(0) }), ("a text as number", { _ = try row.int(1) }),
            ("NULL", { _ = try row.text(2) }), ("infinity", { _ = try row.timestamp(3) }),
            ("-infinity", { _ = try row.timestamp(4) }), ("a decimal", { _ = try row.double(5) }),
            ("no such column", { _ = try row.text(6) }), ("a negative one", { _ = try row.text(-1) }),
            ("a text as UUID", { _ = try row.uuid(1) }), ("a text as JSON", { _ = try row.json(1) }),
            ("a text as time", { _ = try row.timestamp(1) }), ("a number as bool", { _ = try row.bool(0) }),
            ("a text as bytes", { _ = try row.bytes(1) }), ("no such row", { _ = try rows[1].int(0) }),
        ]
        for (what, attempt) in attempts {
            let error = #expect(throws: PostgresError.self, Comment(rawValue: what)) { try attempt() }
            #expect(error?.sqlState == .unexpectedResult, Comment(rawValue: what))
        }
    }
}
