/// Makes replies of the bytes that a mail server sends (RFC 5321, 4.2).
struct SMTPReplyReader {
    /// How long one reply may be, in bytes.
    private static let longestReply = 64 * 1024

    /// Whether something has come that is no reply, or a longer one than there may be. Nothing that follows counts.
    private(set) var isBroken = false
    private var line: [UInt8] = []
    private var code: Int?
    private var lines: [String] = []
    private var length = 0

    /// Whether a reply has begun and is not whole.
    var isMidway: Bool { length > 0 }

    /// Takes what came.
    ///
    /// - Returns: The replies that are whole now.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> [SMTPAnswer] {
        var answers: [SMTPAnswer] = []
        for index in bytes.indices where !isBroken {
            let byte = unsafe bytes[index]
            length += 1
            if length > Self.longestReply {
                isBroken = true
            } else if byte != UInt8(ascii: "\n") {
                line.append(byte)
            } else {
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                if let answer = takeLine() { answers.append(answer) }
            }
        }
        return answers
    }

    /// Takes the line there is; the reply, if that was its last one.
    private mutating func takeLine() -> SMTPAnswer? {
        defer { line.removeAll(keepingCapacity: true) }
        let digits = line.prefix(3).map { Int($0) - 0x30 }
        let number = digits.reduce(0) { $0 * 10 + $1 }
        // A code alone is a last line too: some servers leave the text out.
        let mark = line.count == 3 ? UInt8(ascii: " ") : line.dropFirst(3).first
        guard
            digits.count == 3, digits.allSatisfy((0...9).contains), (200...599).contains(number),
            code == nil || code == number, mark == UInt8(ascii: " ") || mark == UInt8(ascii: "-")
        else {
            isBroken = true
            return nil
        }
        code = number
        lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        guard mark == UInt8(ascii: " ") else { return nil }
        let answer = SMTPAnswer(code: number, lines: lines)
        (code, lines, length) = (nil, [], 0)
        return answer
    }
}
