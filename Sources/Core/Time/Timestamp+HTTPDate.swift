extension Timestamp {
    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads the date of a header field, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7; the obsolete forms, which
    /// no server sends, are not read).
    package init?(httpDate text: String) {
        let parts = text.split(separator: " ")
        guard
            parts.count == 6, parts[5] == "GMT",
            let month = Self.months.firstIndex(of: String(parts[2])),
            let year = Int64(parts[3]), (1970...9999).contains(year),
            let day = Int64(parts[1]), let date = CivilDate(year: year, month: Int64(month) + 1, day: day)
        else { return nil }
        let time = parts[4].split(separator: ":").map { Int64($0) ?? -1 }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        let seconds = time[0] * 3600 + time[1] * 60 + time[2]
        self.init(millisecondsSinceEpoch: (date.daysSinceEpoch * 86_400 + seconds) * 1000)
    }
}
