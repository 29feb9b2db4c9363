/// A JSON number that keeps its spelling: "10.50" stays "10.50".
///
/// Equality and hashing go by value: both compare ``canonicalText``, so 1, 1.0 and 1e0 are equal, and so are 0 and -0.
/// The comparison is exact for any number of digits; nothing is rounded to a `Double`.
public struct JSONNumber: Sendable {
    /// The most characters a number may have.
    public static let maximumLength = 400

    /// The number as written, always in the grammar of RFC 8259, section 6.
    public let text: String

    /// Takes a number from its JSON spelling.
    ///
    /// - Returns: `nil` when the text is no JSON number, is longer than ``maximumLength`` or is beyond what a `Double`
    ///   can hold, in either direction.
    public init?(_ text: String) {
        var reader = JSONReader(Array(text.utf8), syntax: .json)
        guard let number = try? reader.number(), reader.isAtEnd else { return nil }
        self = number
    }

    /// Takes a whole number.
    public init(_ value: some FixedWidthInteger) {
        text = String(value)
    }

    /// Takes a binary floating-point number in its shortest exact spelling.
    ///
    /// - Returns: `nil` for infinities and NaN, which JSON does not have.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let description = value.description
        text = description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }

    /// Takes a text already known to be in the grammar and in range.
    init(checked text: String) {
        self.text = text
    }

    /// The value, if it is whole and fits; 1.0 and 1e3 are whole.
    public var int: Int? { exactly(Int.self) }

    /// The nearest binary floating-point value.
    public var double: Double? { Double(text) }

    /// The value in an integer type, if it is whole and fits.
    func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
        Integer(text) ?? Integer(canonicalText)
    }

    /// Whether a number in the grammar is finite as a `Double` and does not vanish into zero.
    static func isInRange(_ text: String) -> Bool {
        guard let value = Double(text), value.isFinite else { return false }
        return value != 0 || JSONDecimal(text).digits.isEmpty
    }
}

extension JSONNumber: Hashable {
    /// Whether both have the same value.
    public static func == (one: JSONNumber, other: JSONNumber) -> Bool {
        one.text == other.text || one.canonicalText == other.canonicalText
    }

    /// Hashes the value, not the spelling.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(canonicalText)
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as written.
    public var description: String { text }
}

extension JSONNumber {
    /// The one spelling all numbers of this value share.
    ///
    /// The layout is ECMAScript's `Number::toString`, from the exact decimal digits: plain up to 21 digits before the
    /// point and six zeros after it, else with an exponent.
    public var canonicalText: String {
        isPlainInteger ? text : JSONDecimal(text).canonicalText
    }

    private var isPlainInteger: Bool {
        text.utf8.count <= 20 && text != "-0" && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isDigit }
    }
}
