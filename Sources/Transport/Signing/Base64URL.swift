/// Base64 with the alphabet for URLs and without padding (RFC 7515, section 2).
enum Base64URL {
    /// Decodes text that is exactly what an encoder would have written.
    ///
    /// Padding, white space, other characters and set bits after the last byte are refused, so that each sequence of
    /// bytes has one spelling and a token cannot be changed without changing what it says.
    ///
    /// - Returns: The bytes, or `nil` if the text is not in this form.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var pending: UInt32 = 0
        var pendingBits = 0
        for character in text {
            guard let value = value(of: character) else { return nil }
            pending = pending << 6 | value
            pendingBits += 6
            if pendingBits >= 8 {
                pendingBits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> pendingBits))
                pending &= (1 << pendingBits) - 1
            }
        }
        // Six bits left over are a lone last character, which encodes nothing.
        return pendingBits < 6 && pending == 0 ? bytes : nil
    }

    /// Encodes bytes.
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var pending: UInt32 = 0
        var pendingBits = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            pendingBits += 8
            while pendingBits >= 6 {
                pendingBits -= 6
                text.append(character(of: pending >> pendingBits))
                pending &= (1 << pendingBits) - 1
            }
        }
        if pendingBits > 0 {
            text.append(character(of: pending << (6 - pendingBits)))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func character(of value: UInt32) -> UInt8 {
        switch UInt8(truncatingIfNeeded: value) {
        case let value where value < 26: UInt8(ascii: "A") + value
        case let value where value < 52: UInt8(ascii: "a") + value - 26
        case let value where value < 62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "-")
        default: UInt8(ascii: "_")
        }
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
