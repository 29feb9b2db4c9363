import FanfareCore

extension Timestamp {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads the time of a `date` header, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7). The two obsolete forms are left
    /// out: HTTP/2 is younger than they are.
    init?(httpDate text: String) {
        let parts = text.split(separator: " ")
        guard
            parts.count == 6, parts[5] == "GMT",
            let day = Int64(parts[1]), (1...31).contains(day),
            let month = Self.months.firstIndex(of: String(parts[2])),
            let year = Int64(parts[3]), (1970...9999).contains(year)
        else { return nil }
        let clock = parts[4].split(separator: ":").map { Int64($0) ?? -1 }
        guard
            clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        // Days since 1970-01-01 in the Gregorian calendar, with years that begin in March: leap days come last.
        let monthFromMarch = Int64((month + 10) % 12)
        let yearFromMarch = year - (month < 2 ? 1 : 0)
        let leapDays = yearFromMarch / 4 - yearFromMarch / 100 + yearFromMarch / 400
        let days = yearFromMarch * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 719_469
        self.init(secondsSinceEpoch: days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2])
    }
}
