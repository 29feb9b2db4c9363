public import FanfareCore

/// Prints each line: for trials and examples. A host has a log of its own.
public struct StandardOutput: LogSink {
    /// Creates a sink that prints.
    public init() {}

    /// Prints the message and its fields, sorted by name.
    public func log(_ level: LogLevel, _ message: String, _ fields: [String: JSONValue]) {
        let texts = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.compactText)" }
        print(([message] + texts).joined(separator: " "))
    }
}

extension LogSink where Self == StandardOutput {
    /// Prints each line.
    public static var standardOutput: StandardOutput { StandardOutput() }
}
