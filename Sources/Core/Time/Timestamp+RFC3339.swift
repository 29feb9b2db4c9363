extension Timestamp {
    static let microsecondsPerDay: Int64 = 86_400_000_000

    /// The time in UTC with milliseconds, such as `2026-01-31T12:00:00.000Z` (RFC 3339); below that is cut off.
    package var rfc3339: String {
        let milliseconds = millisecondsSinceEpoch
        let (days, time) = Self.split(milliseconds, by: Self.microsecondsPerDay / 1000)
        let date = CivilDate(daysSinceEpoch: days)
        let seconds = time / 1000
        func digits(_ value: Int64, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
        let clock = "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
        return "\(day)T\(clock).\(digits(time % 1000, 3))Z"
    }

    /// Reads a time with an offset (RFC 3339, section 5.6); digits after the microseconds are cut off.
    ///
    /// - Returns: `nil` for anything else, and for a day or an hour that does not exist. A leap second counts as the
    ///   second after it.
    package init?(rfc3339 text: String) {
        var reader = DigitReader(text.utf8[...])
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), let date = CivilDate(year: year, month: month, day: day),
            reader.skip("T") || reader.skip("t"),
            let hour = reader.number(2), hour < 24, reader.skip(":"),
            let minute = reader.number(2), minute < 60, reader.skip(":"),
            let second = reader.number(2), second < 60 || (second == 60 && minute == 59),
            let microseconds = reader.fraction(),
            let offset = reader.offset(), reader.isAtEnd
        else { return nil }
        let seconds = (hour * 60 + minute - offset) * 60 + second
        self.init(
            microsecondsSinceEpoch: date.daysSinceEpoch * Self.microsecondsPerDay + seconds * 1_000_000 + microseconds
        )
    }

    static func split(_ value: Int64, by unit: Int64) -> (whole: Int64, rest: Int64) {
        let rest = (value % unit + unit) % unit
        return ((value - rest) / unit, rest)
    }
}

/// Takes a time's text apart from the left.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: Substring.UTF8View) { rest = text }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ count: Int) -> Int64? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return Int64(Substring(digits))
    }

    /// The microseconds of a fraction; zero when there is none.
    mutating func fraction() -> Int64? {
        guard skip(".") else { return 0 }
        let digits = rest.prefix(while: Self.isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        let six = Substring(digits.prefix(6))
        return Int64(six + String(repeating: "0", count: 6 - six.utf8.count))
    }

    /// The offset from UTC in minutes.
    mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60
        else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
