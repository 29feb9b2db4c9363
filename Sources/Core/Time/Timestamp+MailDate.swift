extension Timestamp {
    // 1970-01-01 was a Thursday.
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// The time in UTC as mail has it, such as `Sun, 06 Nov 1994 08:49:37 +0000` (RFC 5322, 3.3).
    package var mailDate: String {
        let (days, time) = Self.split(microsecondsSinceEpoch, by: Self.microsecondsPerDay)
        let date = CivilDate(daysSinceEpoch: days)
        let weekday = Self.weekdays[Int(Self.split(days, by: 7).rest)]
        func twoDigits(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let seconds = time / 1_000_000
        let clock = "\(twoDigits(seconds / 3600)):\(twoDigits(seconds / 60 % 60)):\(twoDigits(seconds % 60))"
        return "\(weekday), \(twoDigits(date.day)) \(Self.months[Int(date.month) - 1]) \(date.year) \(clock) +0000"
    }
}
