/// Makes replies of the bytes that a mail server sends (RFC 5321, 4.2).
struct SMTPReplyReader {
    /// What came is no reply, or is longer than one may be.
    struct Nonsense: Error {}

    /// How long one reply may be, in bytes.
    private static let longestReply = 64 * 1024

    private var line: [UInt8] = []
    private var code: Int?
    private var lines: [String] = []
    private var length = 0

    /// Whether a reply has begun and is not whole.
    var isMidway: Bool { length > 0 }

    /// Takes what came.
    ///
    /// - Returns: The replies that are whole now.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(Nonsense) -> [SMTPAnswer] {
        var answers: [SMTPAnswer] = []
        for index in bytes.indices {
            let byte = unsafe bytes[index]
            length += 1
            guard length <= Self.longestReply else { throw Nonsense() }
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let answer = try takeLine() { answers.append(answer) }
        }
        return answers
    }

    /// Takes the line there is; the reply, if that was its last one.
    private mutating func takeLine() throws(Nonsense) -> SMTPAnswer? {
        defer { line.removeAll(keepingCapacity: true) }
        let digits = line.prefix(3).map { Int($0) - 0x30 }
        guard
            digits.count == 3, (2...5).contains(digits[0]), digits.allSatisfy((0...9).contains),
            let number = Optional(digits.reduce(0) { $0 * 10 + $1 }), number == code ?? number
        else { throw Nonsense() }
        let rest = line.dropFirst(3)
        // A code alone is a last line too: some servers leave the text out.
        guard let mark = rest.first ?? Optional(UInt8(ascii: " ")), mark == 0x20 || mark == 0x2D else {
            throw Nonsense()
        }
        lines.append(String(decoding: rest.dropFirst(), as: UTF8.self))
        code = number
        guard mark == 0x20 else { return nil }
        let answer = SMTPAnswer(code: number, lines: lines)
        self = SMTPReplyReader()
        return answer
    }
}
