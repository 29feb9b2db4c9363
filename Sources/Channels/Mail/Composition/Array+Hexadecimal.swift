extension [UInt8] {
    /// Appends a mark and the two digits of a byte, in upper case.
    mutating func append(_ mark: Unicode.Scalar, hexadecimal byte: UInt8) {
        append(UInt8(truncatingIfNeeded: mark.value))
        append(Self.digit(byte >> 4))
        append(Self.digit(byte & 15))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
