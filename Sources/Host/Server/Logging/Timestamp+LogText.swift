import FanfareCore

extension Timestamp {
    /// The time as logs show it: RFC 3339 in UTC with milliseconds, such as `2026-01-01T00:00:00.000Z`.
    var logText: String {
        let (days, microsecond) = microsecondsSinceEpoch.quotientAndPositiveRemainder(by: 86_400_000_000)
        let millisecond = microsecond / 1000
        // Years begin in March here, so that the leap day is the last day of one; a cycle of the calendar is 400 years.
        let (cycle, dayOfCycle) = (days + 719_468).quotientAndPositiveRemainder(by: 146_097)
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
        let date = "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
        let (hour, minute) = (millisecond / 3_600_000, millisecond / 60_000 % 60)
        let (second, fraction) = (millisecond / 1000 % 60, millisecond % 1000)
        return
            "\(date)T\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2)).\(fraction.padded(to: 3))Z"
    }
}

extension Int64 {
    fileprivate func quotientAndPositiveRemainder(by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    fileprivate func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
