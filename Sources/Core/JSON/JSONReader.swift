/// The parser at work: a position in the bytes, and one method for each rule of the grammar.
///
/// Errors learn their pointer on the way out, so that a good document pays nothing for it.
struct JSONReader {
    let bytes: [UInt8]
    let isJSON5: Bool
    var position = 0
    /// Known for the whole document at once, because asking for each string costs more than reading it.
    private(set) var isKnownAsUTF8 = false
    private var depth = 0

    init(_ bytes: [UInt8], syntax: JSONParser.Syntax) {
        self.bytes = bytes
        isJSON5 = syntax == .json5
    }

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        if !isJSON5, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure(.byteOrderMark) }
        isKnownAsUTF8 = isUTF8(bytes.indices)
        try skipSpacing()
        if isAtEnd { throw failure(.empty) }
        let value = try value()
        try skipSpacing()
        if !isAtEnd { throw failure(.trailingContent) }
        return value
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        switch next {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "'") where isJSON5: return .string(try string())
        case UInt8(ascii: "{"): return .object(try nested { reader throws(JSONSyntaxError) in try reader.object() })
        case UInt8(ascii: "["): return .array(try nested { reader throws(JSONSyntaxError) in try reader.array() })
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "I"), UInt8(ascii: "N"):
            guard isJSON5 else { throw unexpected() }
            return .number(try number())
        case UInt8(ascii: "t"): try word("true"); return .bool(true)
        case UInt8(ascii: "f"): try word("false"); return .bool(false)
        case UInt8(ascii: "n"): try word("null"); return .null
        default: throw unexpected()
        }
    }

    /// Reads an array or object, unless it is one too deep.
    private mutating func nested<Value>(
        _ body: (inout JSONReader) throws(JSONSyntaxError) -> Value
    ) throws(JSONSyntaxError) -> Value {
        if depth == JSONParser.maximumDepth { throw failure(.tooDeep) }
        depth += 1
        position += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try skipSpacing()
        if take(UInt8(ascii: "]")) { return elements }
        while true {
            do throws(JSONSyntaxError) {
                elements.append(try value())
            } catch {
                throw error.inside(String(elements.count))
            }
            if try isLast(before: UInt8(ascii: "]")) { return elements }
        }
    }

    private mutating func object() throws(JSONSyntaxError) -> [String: JSONValue] {
        try skipSpacing()
        if take(UInt8(ascii: "}")) { return [:] }
        var members = [String: JSONValue](minimumCapacity: 6)  // Spares most objects a rehash.
        while true {
            let start = position
            let key = try key()
            do throws(JSONSyntaxError) {
                try skipSpacing()
                guard take(UInt8(ascii: ":")) else { throw unexpected() }
                try skipSpacing()
                let value = try value()
                if members.updateValue(value, forKey: key) != nil { throw failure(.duplicateKey, at: start) }
            } catch {
                throw error.inside(key)
            }
            if try isLast(before: UInt8(ascii: "}")) { return members }
        }
    }

    private mutating func key() throws(JSONSyntaxError) -> String {
        switch next {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "'") where isJSON5: try string()
        default: if isJSON5 { try identifier() } else { throw unexpected() }
        }
    }

    /// Steps over what follows an element: a comma, or the end of the array or object.
    private mutating func isLast(before end: UInt8) throws(JSONSyntaxError) -> Bool {
        try skipSpacing()
        if take(end) { return true }
        guard take(UInt8(ascii: ",")) else { throw unexpected() }
        try skipSpacing()
        return isJSON5 && take(end)
    }
}

extension JSONReader {
    var isAtEnd: Bool { position >= bytes.count }

    /// The byte at the position; zero at the end, which no rule of the grammar accepts either.
    var next: UInt8 { byte(at: position) }

    func byte(at index: Int) -> UInt8 {
        index < bytes.count ? bytes[index] : 0
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte, !isAtEnd else { return false }
        position += 1
        return true
    }

    mutating func word(_ text: StaticString) throws(JSONSyntaxError) {
        for scalar in text.description.utf8 {
            guard take(scalar) else { throw unexpected() }
        }
    }

    func unexpected() -> JSONSyntaxError {
        failure(isAtEnd ? .unexpectedEnd : .unexpectedCharacter)
    }

    /// A fault at an offset, by default here; lines end with LF, CR or both.
    func failure(_ code: JSONSyntaxError.Code, at offset: Int? = nil) -> JSONSyntaxError {
        var line = 1
        var column = 1
        for index in 0..<min(offset ?? position, bytes.count) {
            switch bytes[index] {
            case UInt8(ascii: "\r") where byte(at: index + 1) == UInt8(ascii: "\n"):
                break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                line += 1
                column = 1
            case 0x80...0xBF:  // The rest of a scalar whose first byte has been counted.
                break
            default:
                column += 1
            }
        }
        return JSONSyntaxError(code, line: line, column: column)
    }
}

extension UInt8 {
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
