import Testing

@testable import FanfareCore

@Suite struct RFC3339Tests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-01-01T00:00:00.000Z", 1_767_225_600_000_000),
            ("2026-01-01T02:30:00+02:30", 1_767_225_600_000_000), ("2025-12-31T19:00:00-05:00", 1_767_225_600_000_000),
            ("2024-02-29T12:00:00.5z", 1_709_208_000_500_000), ("2000-02-29t00:00:00Z", 951_782_400_000_000),
            ("1969-12-31T23:59:59.999999Z", -1), ("2026-01-01T00:00:00.1234567Z", 1_767_225_600_123_456),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000_000), ("1900-03-01T00:00:00Z", -2_203_891_200_000_000),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000_000), ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
        ] as [(String, Int64)]
    ) func `a time with an offset is read`(text: String, microseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.microsecondsSinceEpoch == microseconds)
    }

    @Test(arguments: [
        "", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z", "2026-01-01T00:00Z", "2026-1-01T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
        "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:61Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z",
        "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01:60", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01",
        "2026-01-01T00:00:00Z ", " 2026-01-01T00:00:00Z", "+026-01-01T00:00:00Z", "2026-01-01T00:00:00.+5Z",
        "١٢٣٤-01-01T00:00:00Z", "12026-01-01T00:00:00Z",
    ]) func `anything else is no time`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `a time is written in UTC with milliseconds`() {
        #expect(Timestamp(microsecondsSinceEpoch: 1_767_225_600_123_999).rfc3339 == "2026-01-01T00:00:00.123Z")
        #expect(Timestamp(microsecondsSinceEpoch: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
        #expect(Timestamp(microsecondsSinceEpoch: -62_167_219_200_000_000).rfc3339 == "0000-01-01T00:00:00.000Z")
    }

    @Test func `every day of eight centuries follows the one before it`() throws {
        var previous = CivilDate(daysSinceEpoch: -146_097)
        for day in Int64(-146_096)...146_097 {
            let date = CivilDate(daysSinceEpoch: day)
            #expect(date.daysSinceEpoch == day)
            let isNext = date.day == previous.day + 1 && date.month == previous.month && date.year == previous.year
            let isFirst =
                date.day == 1 && (date.month == previous.month + 1 || (date.month == 1 && previous.month == 12))
            if !isNext && !isFirst { Issue.record("\(date) follows \(previous)") }
            #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
            previous = date
        }
        let last = Timestamp(microsecondsSinceEpoch: 146_096 * 86_400_000_000)
        #expect(Timestamp(rfc3339: last.rfc3339) == last)
    }
}
