/// A colour of sRGB.
public struct MailColor: Hashable, Sendable {
    /// A blue that reads well on white and under white.
    public static let blue = MailColor(red: 0x1D, green: 0x4E, blue: 0xD8)
    /// The colour of what went well.
    public static let green = MailColor(red: 0x15, green: 0x6B, blue: 0x3A)
    /// The colour of what went wrong.
    public static let red = MailColor(red: 0xB4, green: 0x23, blue: 0x18)

    /// Its red part.
    public let red: UInt8
    /// Its green part.
    public let green: UInt8
    /// Its blue part.
    public let blue: UInt8

    /// Creates a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads `#1d4ed8`.
    ///
    /// - Returns: nil for anything else.
    public init?(_ text: String) {
        let digits = text.dropFirst()
        guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let number = UInt32(digits, radix: 16)
        else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: number >> 16),
            green: UInt8(truncatingIfNeeded: number >> 8),
            blue: UInt8(truncatingIfNeeded: number)
        )
    }
}
