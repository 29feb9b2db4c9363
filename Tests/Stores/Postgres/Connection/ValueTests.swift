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
