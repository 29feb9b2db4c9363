extension Duration {
    /// Reads a duration as configurations and the HTTP API write it: a whole number and `ms`, `s`, `m`, `h` or `d`.
    ///
    /// - Returns: `nil` for anything else (a sign, a fraction, a space, no unit) and for what `Duration` cannot hold.
    public init?(configurationText text: String) {
        let digits = text.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard let count = Int64(String(Substring(digits))) else { return nil }
        let unit = Substring(text.utf8.dropFirst(digits.count))
        if unit == "ms" {
            self = .milliseconds(count)
            return
        }
        guard let seconds = Self.units.first(where: { $0.name == unit })?.seconds else { return nil }
        let (total, isTooLong) = count.multipliedReportingOverflow(by: seconds)
        guard !isTooLong else { return nil }
        self = .seconds(total)
    }

    /// The duration with the largest unit that divides it: "90s", "2m", "1h", "7d"; below a millisecond is cut off.
    public var configurationText: String {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        guard milliseconds == 0 else {
            // The only case that may not fit, at 292 million years, loses its milliseconds.
            let (scaled, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
            return isTooLong ? "\(seconds)s" : "\(scaled + milliseconds)ms"
        }
        guard seconds != 0, let unit = Self.units.first(where: { seconds.isMultiple(of: $0.seconds) }) else {
            return "0s"
        }
        return "\(seconds / unit.seconds)\(unit.name)"
    }

    private static var units: [(name: Substring, seconds: Int64)] {
        [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]
    }
}
