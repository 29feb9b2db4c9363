internal import FoundationEssentials

/// A way to write any text in the ASCII of a header (RFC 2047), in UTF-8. The set is closed: the RFC has these two.
enum EncodedWord {
    /// Characters, with those that need it in hexadecimal.
    case q
    /// Base64.
    case b

    /// The most bytes of a word.
    private static let limit = 75
    /// `=?UTF-8?Q?` and `?=`.
    private static let frame = 12

    /// The one that needs fewer bytes.
    init(shortestFor text: String) {
        let bytes = Array(text.utf8)
        self = EncodedWord.q.length(of: bytes) <= EncodedWord.b.length(of: bytes) ? .q : .b
    }

    /// How long the word of some bytes is.
    func length(of bytes: [UInt8]) -> Int {
        switch self {
        case .q: bytes.reduce(Self.frame) { $0 + (Self.isPlain($1) ? 1 : 3) }
        case .b: Self.frame + (bytes.count + 2) / 3 * 4
        }
    }

    /// The word of some bytes.
    func word(of bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .q: Array("=?UTF-8?Q?".utf8) + bytes.reduce(into: [], Self.quote) + Array("?=".utf8)
        case .b: Array("=?UTF-8?B?\(Data(bytes).base64EncodedString())?=".utf8)
        }
    }

    /// What is kept in one word: characters as people see them, or Unicode scalars of one that is too long.
    func pieces(of text: String) -> [[UInt8]] {
        text.flatMap { character -> [[UInt8]] in
            let bytes = Array(character.utf8)
            if length(of: bytes) <= Self.limit { return [bytes] }
            return character.unicodeScalars.map { Array(String($0).utf8) }
        }
    }

    private static func quote(_ output: inout [UInt8], _ byte: UInt8) {
        if byte == UInt8(ascii: " ") {
            output.append(UInt8(ascii: "_"))
        } else if isPlain(byte) {
            output.append(byte)
        } else {
            output.append("=", hexadecimal: byte)
        }
    }

    /// Whether it takes one character; only those are left as they are that may be so in a name, too (RFC 2047, 5).
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "!", "*", "+", "-", "/", " ": true
        default: false
        }
    }
}
