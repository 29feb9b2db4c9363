internal import FanfareCore

extension Timestamp {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads the date of a header field, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7; the obsolete forms, which
    /// no server sends, are not read).
    init?(httpDate text: String) {
        let parts = text.split(separator: " ")
        guard
            parts.count == 6, parts[5] == "GMT",
            let day = Int64(parts[1]), (1...31).contains(day),
            let month = Self.months.firstIndex(of: String(parts[2])),
            let year = Int64(parts[3]), (1970...9999).contains(year)
        else { return nil }
        let time = parts[4].split(separator: ":").map { Int64($0) ?? -1 }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        let seconds = time[0] * 3600 + time[1] * 60 + time[2]
        self.init(millisecondsSinceEpoch: (Self.days(year, month + 1, day) * 86_400 + seconds) * 1000)
    }

    /// The days since 1970-01-01. Years are counted from March, so that the leap day is the last one and needs no case.
    private static func days(_ year: Int64, _ month: Int, _ day: Int64) -> Int64 {
        let years = month <= 2 ? year - 1 : year
        let dayOfYear = Int64((153 * ((month + 9) % 12) + 2) / 5) + day - 1
        // 719,468 days lie between 0000-03-01 and 1970-01-01.
        return years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468
    }
}
