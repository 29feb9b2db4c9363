/// Turns bytes into a ``JSONValue``, or says exactly where they are wrong.
///
/// It is stricter than RFC 8259 demands where leniency would let two readers see two documents, or a value get stuck
/// later on: a key twice (compared as Swift compares strings, so the composed and the decomposed form of é are one key),
/// U+0000 in a text, half a surrogate pair, a number no `Double` can hold and more than ``maximumDepth`` levels are
/// refused. No input makes it trap or recurse without bound.
public struct JSONParser: Sendable {
    /// How many arrays and objects may be open at once.
    public static let maximumDepth = 64

    /// A grammar. Closed: there are these two.
    public enum Syntax: Sendable {
        /// RFC 8259 to the letter, for what comes over the network.
        case json
        /// JSON5 (https://spec.json5.org), for files people write; `Infinity` and `NaN` are out of range.
        case json5
    }

    /// The grammar it reads.
    public var syntax: Syntax

    /// A parser for a grammar.
    public init(_ syntax: Syntax = .json) {
        self.syntax = syntax
    }

    /// Reads a whole document.
    ///
    /// - Parameter bytes: UTF-8; a byte order mark is accepted in JSON5 only.
    /// - Throws: The first fault, with its place.
    public func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        var reader = JSONReader(bytes, syntax: syntax)
        return try reader.document()
    }

    /// Reads a whole document.
    ///
    /// - Throws: The first fault, with its place.
    public func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
        try parse(Array(text.utf8))
    }
}
