extension JSONReader {
    /// Reads a number and spells it as RFC 8259 does; a number of strict JSON keeps its text.
    mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        if isJSON5 {
            if !isNegative { _ = take(UInt8(ascii: "+")) }
            try refuseInfinityAndNaN(from: start)
            if next == UInt8(ascii: "0"), byte(at: position + 1) | 0x20 == UInt8(ascii: "x") {
                return try hexadecimal(isNegative: isNegative, from: start)
            }
        }
        let whole = digits()
        if whole.count > 1, bytes[whole.lowerBound] == UInt8(ascii: "0") { throw failure(.invalidNumber, at: start) }
        let hasPoint = take(UInt8(ascii: "."))
        let fraction = hasPoint ? digits() : position..<position
        let isComplete = isJSON5 ? whole.count + fraction.count > 0 : !whole.isEmpty && fraction.isEmpty != hasPoint
        guard isComplete else { throw misspelt() }
        let exponent = try exponent()
        if position - start > JSONNumber.maximumLength { throw failure(.numberOutOfRange, at: start) }

        let text =
            isJSON5
            ? (isNegative ? "-" : "") + (whole.isEmpty ? "0" : ascii(whole))
                + (fraction.isEmpty ? "" : "." + ascii(fraction)) + ascii(exponent)
            : ascii(start..<position)
        // Without an exponent, 300 characters are within the 308 decimal places of a Double.
        if !exponent.isEmpty || position - start > 300, !JSONNumber.isInRange(text) {
            throw failure(.numberOutOfRange, at: start)
        }
        return JSONNumber(checked: text)
    }

    private mutating func digits() -> Range<Int> {
        let start = position
        while next.isDigit { position += 1 }
        return start..<position
    }

    /// Reads `e`, a sign and digits, if they are there.
    private mutating func exponent() throws(JSONSyntaxError) -> Range<Int> {
        let start = position
        guard next | 0x20 == UInt8(ascii: "e") else { return start..<start }
        position += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
        if digits().isEmpty { throw misspelt() }
        return start..<position
    }

    /// Reads `0x` and digits of at most 64 bits.
    private mutating func hexadecimal(isNegative: Bool, from start: Int) throws(JSONSyntaxError) -> JSONNumber {
        position += 2
        guard next.hexadecimalValue != nil else { throw misspelt() }
        var value: UInt64 = 0
        while let digit = next.hexadecimalValue {
            if value >> 60 != 0 { throw failure(.numberOutOfRange, at: start) }
            value = value << 4 | UInt64(digit)
            position += 1
        }
        return JSONNumber(checked: (isNegative ? "-" : "") + String(value))
    }

    /// `Infinity` and `NaN` are numbers of JSON5, but of no database and no provider.
    private mutating func refuseInfinityAndNaN(from start: Int) throws(JSONSyntaxError) {
        switch next {
        case UInt8(ascii: "I"): try word("Infinity")
        case UInt8(ascii: "N"): try word("NaN")
        default: return
        }
        throw failure(.numberOutOfRange, at: start)
    }

    private func misspelt() -> JSONSyntaxError {
        failure(isAtEnd ? .unexpectedEnd : .invalidNumber)
    }

    private func ascii(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}
