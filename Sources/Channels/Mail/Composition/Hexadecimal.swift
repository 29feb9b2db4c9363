/// Bytes in digits.
enum Hexadecimal {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The two digits of a byte, in upper case.
    static func digits(of byte: UInt8) -> [UInt8] { [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
}
