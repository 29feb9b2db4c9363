extension JSONReader {
    /// Steps over white space and, in JSON5, comments.
    mutating func skipSpacing() throws(JSONSyntaxError) {
        while true {
            switch next {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                position += 1
            case 0x0B, 0x0C, 0x80...0xFF, UInt8(ascii: "/"):
                guard isJSON5, try skipJSON5Spacing() else { return }
            default:
                return
            }
        }
    }

    /// Steps over one space or comment that only JSON5 has, if one is here.
    @inline(never)  // Keeps the common path short.
    private mutating func skipJSON5Spacing() throws(JSONSyntaxError) -> Bool {
        if next == UInt8(ascii: "/") {
            try skipComment()
            return true
        }
        guard let (scalar, length) = scalarHere() else { throw failure(.invalidUTF8) }
        switch scalar {
        case "\u{0B}", "\u{0C}", "\u{FEFF}", "\u{2028}", "\u{2029}": break
        default: guard scalar.properties.generalCategory == .spaceSeparator else { return false }
        }
        position += length
        return true
    }

    private mutating func skipComment() throws(JSONSyntaxError) {
        let start = position
        position += 1
        if take(UInt8(ascii: "/")) {
            while !isAtEnd, !isLineEnd { position += 1 }
        } else if take(UInt8(ascii: "*")) {
            while !(next == UInt8(ascii: "*") && byte(at: position + 1) == UInt8(ascii: "/")) {
                if isAtEnd { throw failure(.unexpectedEnd) }
                position += 1
            }
            position += 2
        } else {
            throw unexpected()
        }
        try checkUTF8(start..<position)
    }

    /// Whether an end of a line is here, U+2028 and U+2029 included.
    private var isLineEnd: Bool {
        switch next {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
        case 0xE2: byte(at: position + 1) == 0x80 && byte(at: position + 2) & 0xFE == 0xA8
        default: false
        }
    }
}
