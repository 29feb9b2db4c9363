import FanfareCore

/// What a command was called with.
struct ParsedArguments: Hashable, Sendable {
    var operands: [String] = []
    /// The values by option; an empty text for an option without a value.
    var options: [String: [String]] = [:]

    func has(_ option: CommandOption) -> Bool { options[option.name] != nil }

    func value(_ option: CommandOption) -> String? { options[option.name]?.last }

    func values(_ option: CommandOption) -> [String] { options[option.name] ?? [] }

    /// The value of an option, read as something.
    ///
    /// - Parameters:
    ///   - expected: What is right, with its article: "a number from 1 to 500".
    ///   - read: Gives `nil` for what is wrong.
    /// - Throws: ``UsageError`` for a value that is wrong.
    func value<Value>(
        _ option: CommandOption,
        expected: String,
        _ read: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = value(option) else { return nil }
        guard let value = read(text) else { throw UsageError("\(option.name) needs \(expected)") }
        return value
    }

    func duration(_ option: CommandOption) throws(UsageError) -> Duration? {
        try value(option, expected: "a duration such as 30s, 10m or 2h") { Duration(configurationText: $0) }
    }
}
