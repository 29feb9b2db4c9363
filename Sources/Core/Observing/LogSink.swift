/// Where lines for the operator go.
public protocol LogSink: Sendable {
    /// Writes one line.
    ///
    /// - Parameters:
    ///   - level: How much it matters.
    ///   - message: What happened, in constant words: what varies goes into `fields`.
    ///   - fields: What varies, by name. Never a whole token, address, key or password.
    func log(_ level: LogLevel, _ message: String, _ fields: [String: JSONValue])
}

extension LogSink {
    /// Writes one line without fields.
    public func log(_ level: LogLevel, _ message: String) { log(level, message, [:]) }
}
