internal import FoundationEssentials

/// How one kind of value is recognised, and what to say when it is not.
struct ConfigurationKind<Value> {
    /// What would be right, with its article: "a whole number from 1 to 64".
    let expected: String
    /// Whether the value itself must not be shown.
    var isSecret = false
    /// Whether a text in the file is right. Texts from `$env:` and `$file:` always are: they cannot be anything else.
    var isText = false
    /// Reads the value from a JSON value that is no string.
    var fromJSON: (JSONValue) -> Value? = { _ in nil }
    /// Reads the value from a text.
    let fromText: (String) -> Value?
    /// Whether the value is within its limits.
    var isInRange: (Value) -> Bool = { _ in true }
}

extension ConfigurationKind<String> {
    static var text: Self {
        Self(expected: "a string", isText: true, fromText: { $0 })
    }

    /// A text that must say something.
    static var filledText: Self {
        Self(expected: "a string that is not empty", isText: true, fromText: { $0.isEmpty ? nil : $0 })
    }
}

extension ConfigurationKind<Secret<String>> {
    static var secret: Self {
        Self(
            expected: "a string that is not empty",
            isSecret: true,
            isText: true,
            fromText: { $0.isEmpty ? nil : Secret($0) }
        )
    }
}

extension ConfigurationKind<Bool> {
    static var bool: Self {
        Self(expected: "true or false", fromJSON: \.bool, fromText: { Bool($0) })
    }
}

extension ConfigurationKind<Int> {
    static func integer(in range: ClosedRange<Int>?) -> Self {
        Self(
            expected: "a whole number" + (range.map { " from \($0.lowerBound) to \($0.upperBound)" } ?? ""),
            fromJSON: { $0.number?.int },
            fromText: { Int($0) },
            isInRange: { range?.contains($0) ?? true }
        )
    }
}

extension ConfigurationKind<Double> {
    static func double(in range: ClosedRange<Double>?) -> Self {
        Self(
            expected: "a number" + (range.map { " from \($0.lowerBound) to \($0.upperBound)" } ?? ""),
            fromJSON: { $0.number?.double },
            fromText: { JSONNumber($0)?.double },
            isInRange: { range?.contains($0) ?? true }
        )
    }
}

extension ConfigurationKind<Duration> {
    static func duration(in range: ClosedRange<Duration>?) -> Self {
        let limits =
            range.map { "from \($0.lowerBound.configurationText) to \($0.upperBound.configurationText)" }
            ?? "above zero"
        return Self(
            expected: "a duration \(limits), a whole number and ms, s, m, h or d, such as \"5s\"",
            isText: true,
            fromText: { Duration(configurationText: $0) },
            isInRange: { range?.contains($0) ?? ($0 > .zero) }
        )
    }
}

extension ConfigurationKind<URL> {
    static func url(schemes: [String]) -> Self {
        Self(
            expected: "a URL that begins with " + schemes.map { "\($0)://" }.joined(separator: " or "),
            isSecret: true,  // It may hold a password.
            isText: true,
            fromText: { text in
                guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return nil }
                return schemes.contains(scheme) && url.host()?.isEmpty == false ? url : nil
            }
        )
    }
}

extension ConfigurationKind where Value: RawRepresentable<String> {
    static func choice(of allowed: [Value]) -> Self {
        Self(
            expected: "one of " + allowed.map { "\"\($0.rawValue)\"" }.joined(separator: ", "),
            isText: true,
            fromText: { text in allowed.first { $0.rawValue == text } }
        )
    }
}
