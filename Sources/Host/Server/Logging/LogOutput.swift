/// Where finished log lines go.
protocol LogOutput: Sendable {
    /// Writes one line, whole or not at all. It neither throws nor waits for long: a log must not hold up the work.
    ///
    /// - Parameter line: UTF-8 with its line feed; at most ``LogLine/limit`` bytes.
    /// - Returns: Whether the line was written; otherwise it is lost.
    func write(_ line: [UInt8]) -> Bool
}
