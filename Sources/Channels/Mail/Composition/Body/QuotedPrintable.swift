/// Text in ASCII lines of at most 76 bytes that no server changes on the way (RFC 2045, 6.7).
enum QuotedPrintable {
    private static let limit = 76

    /// Encodes text.
    ///
    /// - Parameter text: UTF-8 in lines that end in CRLF.
    static func encode(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count + text.count / 4)
        var column = 0
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == 0x0D {
                output += [0x0D, 0x0A]
                column = 0
                index += 2
                continue
            }
            // An `=` at the end of the line goes on with it in the next one.
            let isLast = index + 1 == text.count || text[index + 1] == 0x0D
            let room = isLast ? limit : limit - 1
            var isPlain = isPlain(byte, isLast: isLast)
            if column + (isPlain ? 1 : 3) > room {
                output += [UInt8(ascii: "="), 0x0D, 0x0A]
                column = 0
            }
            if column == 0, isPlain { isPlain = !isHandled(text[index...]) }
            if isPlain {
                output.append(byte)
                column += 1
            } else {
                output.append("=", hexadecimal: byte)
                column += 3
            }
            index += 1
        }
        return output
    }

    private static func isPlain(_ byte: UInt8, isLast: Bool) -> Bool {
        switch byte {
        // Blanks at the end of a line are lost on the way.
        case 0x20, 0x09: !isLast
        case UInt8(ascii: "="): false
        default: (33...126).contains(byte)
        }
    }

    /// Whether a line begins with what some programs handle: a dot, which SMTP doubles and careless servers lose, or
    /// `From `, which mailboxes in one file change.
    static func isHandled(_ line: ArraySlice<UInt8>) -> Bool {
        line.first == UInt8(ascii: ".") || line.starts(with: "From ".utf8)
    }
}
