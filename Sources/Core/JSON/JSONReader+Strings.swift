extension JSONReader {
    /// Reads a quoted string; the position is at its quote.
    mutating func string() throws(JSONSyntaxError) -> String {
        let quote = next
        position += 1
        var start = position
        var unescaped: [UInt8] = []
        while true {
            skipPlainText(until: quote)
            switch next {
            case quote:
                let text = try text(start..<position, after: unescaped)
                position += 1
                return text
            case UInt8(ascii: "\\"):
                // Checked piece by piece, so that a fault is found where it is.
                try checkUTF8(start..<position)
                unescaped += bytes[start..<position]
                try escape(into: &unescaped)
                start = position
            default:
                try checkControlCharacter()
                position += 1
            }
        }
    }

    /// Reads the name of a member without quotes, an ECMAScript 5.1 IdentifierName.
    mutating func identifier() throws(JSONSyntaxError) -> String {
        var name: [UInt8] = []
        while true {
            let start = position
            let scalar: Unicode.Scalar
            if next == UInt8(ascii: "\\") {
                position += 1
                guard take(UInt8(ascii: "u")) else { throw failure(.invalidEscape, at: start) }
                scalar = try unicodeEscape(from: start)
            } else {
                guard let (read, length) = scalarHere() else { throw failure(isAtEnd ? .unexpectedEnd : .invalidUTF8) }
                scalar = read
                position += length
            }
            let isPart =
                scalar == "$" || scalar == "_" || scalar.properties.isIDStart
                || (!name.isEmpty && scalar.properties.isIDContinue)
            guard isPart else {
                position = start
                if name.isEmpty { throw unexpected() }
                return String(decoding: name, as: UTF8.self)
            }
            name += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
    }

    /// The scalar at the position and how many bytes it takes; `nil` at the end or for bytes that are no UTF-8.
    func scalarHere() -> (scalar: Unicode.Scalar, length: Int)? {
        var decoder = UTF8()
        var iterator = bytes[min(position, bytes.count)...].prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return (scalar, UTF8.width(scalar))
    }

    func isUTF8(_ range: Range<Int>) -> Bool {
        String(validating: bytes[range], as: UTF8.self) != nil
    }

    /// - Throws: The fault at the first byte of the range that is not part of a scalar.
    func checkUTF8(_ range: Range<Int>) throws(JSONSyntaxError) {
        if isKnownAsUTF8 || isUTF8(range) { return }
        var reader = self
        reader.position = range.lowerBound
        while reader.position < range.upperBound, let (_, length) = reader.scalarHere() { reader.position += length }
        throw reader.failure(.invalidUTF8)
    }

    /// Steps over everything that stands for itself: most of a document's bytes, hence the local index.
    private mutating func skipPlainText(until quote: UInt8) {
        var index = position
        while index < bytes.count {
            let byte = bytes[index]
            if byte == quote || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            index += 1
        }
        position = index
    }

    private func text(_ range: Range<Int>, after unescaped: [UInt8]) throws(JSONSyntaxError) -> String {
        try checkUTF8(range)
        return String(decoding: unescaped.isEmpty ? bytes[range] : (unescaped + bytes[range])[...], as: UTF8.self)
    }

    private func checkControlCharacter() throws(JSONSyntaxError) {
        if isAtEnd { throw failure(.unexpectedEnd) }
        if next == 0 { throw failure(.nul) }
        // JSON5 forbids only the ends of lines.
        let isAllowed = isJSON5 && next != UInt8(ascii: "\n") && next != UInt8(ascii: "\r")
        if !isAllowed { throw failure(.controlCharacter) }
    }
}

extension JSONReader {
    /// Reads an escape; the position is at its backslash.
    private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
        let start = position
        position += 1
        if isAtEnd { throw failure(.unexpectedEnd) }
        let byte = next
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): append(try unicodeEscape(from: start), to: &text)
        default:
            guard isJSON5 else { throw failure(.invalidEscape, at: start) }
            try json5Escape(byte, into: &text, from: start)
        }
    }

    /// Reads what JSON5 adds: `\v`, `\x41`, the end of a line, and any other character for itself.
    private mutating func json5Escape(
        _ byte: UInt8,
        into text: inout [UInt8],
        from start: Int
    ) throws(JSONSyntaxError) {
        switch byte {
        case UInt8(ascii: "v"):
            text.append(0x0B)
        case UInt8(ascii: "x"):
            append(try scalar(try hexadecimal(digits: 2, from: start), from: start), to: &text)
        case UInt8(ascii: "0") where !next.isDigit, 0:
            throw failure(.nul, at: start)
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            throw failure(.invalidEscape, at: start)
        case UInt8(ascii: "\r"):
            _ = take(UInt8(ascii: "\n"))
        case UInt8(ascii: "\n"):
            break
        default:
            position -= 1
            guard let (scalar, length) = scalarHere() else { throw failure(.invalidUTF8) }
            position += length
            if scalar != "\u{2028}", scalar != "\u{2029}" { append(scalar, to: &text) }
        }
    }

    /// Reads four hexadecimal digits, and a second escape when they are the first half of a pair.
    private mutating func unicodeEscape(from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
        let unit = try hexadecimal(digits: 4, from: start)
        guard unit & 0xFC00 == 0xD800 else { return try scalar(unit, from: start) }
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw failure(.loneSurrogate, at: start) }
        let second = try hexadecimal(digits: 4, from: start)
        guard second & 0xFC00 == 0xDC00 else { throw failure(.loneSurrogate, at: start) }
        return try scalar(0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF, from: start)
    }

    private func scalar(_ value: UInt32, from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
        if value == 0 { throw failure(.nul, at: start) }
        guard let scalar = Unicode.Scalar(value) else { throw failure(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func hexadecimal(digits count: Int, from start: Int) throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = next.hexadecimalValue else {
                throw failure(isAtEnd ? .unexpectedEnd : .invalidEscape, at: isAtEnd ? nil : start)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
}
