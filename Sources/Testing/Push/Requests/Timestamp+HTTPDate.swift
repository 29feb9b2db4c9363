internal import FanfareCore

extension Timestamp {
    /// The date as header fields have it, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
    var httpDate: String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        // Year-month-dayThour:minute:second, and what is less.
        let text = rfc3339
        let date = text.prefix(10).split(separator: "-")
        guard date.count == 3, let month = Int(date[1]), months.indices.contains(month - 1) else { return text }
        // 1970 began on a Thursday.
        let day = Int(millisecondsSinceEpoch / 86_400_000) % 7
        return "\(days[(day + 7) % 7]), \(date[2]) \(months[month - 1]) \(date[0]) \(text.dropFirst(11).prefix(8)) GMT"
    }
}
