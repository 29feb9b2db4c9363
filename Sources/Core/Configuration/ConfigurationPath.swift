/// The place of a value in a configuration: `channels.apns.credentials.default.keyFile`.
///
/// Keys are joined by dots. A key with anything but ASCII letters, digits, `_`, `$` and `-` is written in brackets and
/// quotes, an index in brackets: `notifications["order.shipped"].via[0]`.
public struct ConfigurationPath: Hashable, Sendable {
    /// One step inwards. Closed: JSON has no other containers.
    public enum Step: Hashable, Sendable {
        /// To a member of an object.
        case key(String)
        /// To an element of an array, counted from zero.
        case index(Int)
    }

    /// The steps from the root; none for the whole file.
    public private(set) var steps: [Step]

    /// The place these steps lead to.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// The place of a member of the object here.
    public func appending(_ key: String) -> ConfigurationPath {
        ConfigurationPath(steps + [.key(key)])
    }

    /// The place of an element of the array here.
    public func appending(_ index: Int) -> ConfigurationPath {
        ConfigurationPath(steps + [.index(index)])
    }
}

extension ConfigurationPath {
    /// The place a pointer names; a pointer does not tell indexes from keys of digits, which are taken for indexes.
    init(_ pointer: JSONPointer) {
        self.init(pointer.tokens.map { token in Int(token).map(Step.index) ?? .key(token) })
    }
}

extension ConfigurationPath: CustomStringConvertible {
    /// The path in one line; empty for the whole file.
    public var description: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key) where !Self.isPlain(key): text += "[\(key.quotedForConfiguration)]"
            case .key(let key): text += text.isEmpty ? key : ".\(key)"
            }
        }
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty
            && key.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                    || scalar == "_" || scalar == "$" || scalar == "-"
            }
    }
}

extension ConfigurationPath: Comparable {
    /// Orders by the steps from the root; keys by their bytes, indexes by number, a value before what is inside it.
    public static func < (one: ConfigurationPath, other: ConfigurationPath) -> Bool {
        one.steps.lexicographicallyPrecedes(other.steps) { step, otherStep in
            switch (step, otherStep) {
            case (.key(let key), .key(let otherKey)): key.utf8.lexicographicallyPrecedes(otherKey.utf8)
            case (.index(let index), .index(let otherIndex)): index < otherIndex
            case (.index, .key): true
            case (.key, .index): false
            }
        }
    }
}

extension String {
    /// The text in quotes and in one line, shortened after 60 characters, for messages.
    var quotedForConfiguration: String {
        JSONValue.string(count > 60 ? prefix(60) + "…" : self).compactText
    }
}
