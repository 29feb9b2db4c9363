extension Duration {
    /// Reads a duration as protocol buffers write it in JSON: seconds with up to nine decimals, and `s`.
    init?(fcmText text: String) {
        var rest = Substring(text)
        guard rest.popLast() == "s" else { return nil }
        let isNegative = rest.first == "-"
        if isNegative { rest.removeFirst() }
        let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isDecimal = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard isDecimal, let whole = parts.first, let seconds = Int64(whole) else { return nil }
        let decimals = parts.count > 1 ? parts[1] : "0"
        guard decimals.utf8.count <= 9,
            let nanoseconds = Int64(decimals + String(repeating: "0", count: 9 - decimals.utf8.count))
        else { return nil }
        let duration = Duration(secondsComponent: seconds, attosecondsComponent: nanoseconds * 1_000_000_000)
        self = isNegative ? .zero - duration : duration
    }

    /// The duration as protocol buffers write it in JSON: `3.5s`. Below a nanosecond it is rounded away from zero, so that
    /// a short time never becomes none.
    var fcmText: String {
        let (seconds, attoseconds) = components
        let unit: UInt64 = 1_000_000_000
        var (whole, nanoseconds) = (seconds.magnitude, (attoseconds.magnitude + unit - 1) / unit)
        if nanoseconds == unit { (whole, nanoseconds) = (whole + 1, 0) }
        let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
        guard nanoseconds > 0 else { return "\(sign)\(whole)s" }
        var decimals = String(unit + nanoseconds).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(sign)\(whole).\(decimals)s"
    }
}
