/// Writes one field of a header in lines of at most 76 bytes, as many as encoded words are allowed (RFC 2047, 2). A line is
/// longer only if it has a single word that cannot be divided.
struct FieldWriter {
    private static let limit = 76
    private static let blank = UInt8(ascii: " ")

    private(set) var bytes: [UInt8]
    /// The bytes in the current line.
    private var column: Int
    /// Whether the current line has a word. If not, a word that is too long is no better off in the next line.
    private var hasWord = false

    init(_ name: String) {
        bytes = Array(name.utf8)
        bytes.append(UInt8(ascii: ":"))
        column = bytes.count
    }

    /// Writes a blank and a word, in a new line if it does not fit.
    mutating func add(_ word: some Collection<UInt8>) {
        if hasWord, column + 1 + word.count > Self.limit { fold() }
        bytes.append(Self.blank)
        bytes.append(contentsOf: word)
        column += 1 + word.count
        hasWord = true
    }

    /// Writes a text as encoded words, none of which has a part of a character.
    mutating func addEncoded(_ text: String) {
        let encoding = EncodedWord(shortestFor: text)
        var pending: [UInt8] = []
        for piece in encoding.pieces(of: text) {
            if encoding.length(of: pending + piece) > Self.limit - column - 1 {
                if !pending.isEmpty { add(encoding.word(of: pending)) }
                fold()
                pending = []
            }
            pending += piece
        }
        if !pending.isEmpty { add(encoding.word(of: pending)) }
    }

    /// The field, complete.
    consuming func finished() -> [UInt8] {
        bytes.append(contentsOf: [0x0D, 0x0A])
        return bytes
    }

    private mutating func fold() {
        bytes.append(contentsOf: [0x0D, 0x0A])
        column = 0
        hasWord = false
    }
}
