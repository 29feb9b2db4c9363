extension JSONSyntaxError {
    /// A kind of fault, fit for a metric label; more may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's stable name.
        public var rawValue: String

        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is nothing but white space.
        public static let empty = Code(rawValue: "empty")
        /// The document ends inside a value.
        public static let unexpectedEnd = Code(rawValue: "unexpected-end")
        /// A character stands where the grammar has no place for it.
        public static let unexpectedCharacter = Code(rawValue: "unexpected-character")
        /// Something follows the document's one value.
        public static let trailingContent = Code(rawValue: "trailing-content")
        /// Strict JSON must not begin with a byte order mark (RFC 8259, section 8.1).
        public static let byteOrderMark = Code(rawValue: "byte-order-mark")
        /// An object has one name twice.
        public static let duplicateKey = Code(rawValue: "duplicate-key")
        /// Arrays and objects are nested deeper than ``JSONParser/maximumDepth``.
        public static let tooDeep = Code(rawValue: "too-deep")
        /// A number is misspelt: a leading zero, no digit after the point.
        public static let invalidNumber = Code(rawValue: "invalid-number")
        /// A number is beyond what a `Double` holds, longer than ``JSONNumber/maximumLength``, infinite or NaN.
        public static let numberOutOfRange = Code(rawValue: "number-out-of-range")
        /// A backslash is followed by something that is no escape.
        public static let invalidEscape = Code(rawValue: "invalid-escape")
        /// A text holds U+0000, which databases do not store.
        public static let nul = Code(rawValue: "nul")
        /// A text holds a raw control character.
        public static let controlCharacter = Code(rawValue: "control-character")
        /// An escape names one half of a surrogate pair.
        public static let loneSurrogate = Code(rawValue: "lone-surrogate")
        /// The bytes are not UTF-8.
        public static let invalidUTF8 = Code(rawValue: "invalid-utf8")

        /// The code in words.
        public var explanation: String {
            switch self {
            case .empty: "the document is empty"
            case .unexpectedEnd: "the document ends too early"
            case .unexpectedCharacter: "unexpected character"
            case .trailingContent: "something follows the end of the document"
            case .byteOrderMark: "a byte order mark is not allowed"
            case .duplicateKey: "the key appears twice"
            case .tooDeep: "nested deeper than \(JSONParser.maximumDepth) levels"
            case .invalidNumber: "not a JSON number"
            case .numberOutOfRange: "the number is out of range"
            case .invalidEscape: "not a valid escape"
            case .nul: "text must not contain U+0000"
            case .controlCharacter: "a control character must be escaped"
            case .loneSurrogate: "half of a surrogate pair"
            case .invalidUTF8: "not valid UTF-8"
            default: rawValue
            }
        }
    }
}
