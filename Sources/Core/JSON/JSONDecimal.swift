/// A decimal number taken apart: `digits` × 10^`exponent`, without zeros at either end of the digits.
struct JSONDecimal {
    private(set) var isNegative = false
    /// The significant digits in ASCII; empty for zero.
    private(set) var digits: [UInt8] = []
    private(set) var exponent = 0

    /// - Parameter text: A number in the grammar of RFC 8259.
    init(_ text: String) {
        var isInFraction = false
        var bytes = Substring(text).utf8
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "-"):
                isNegative = true
            case UInt8(ascii: "."):
                isInFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                // Out of `Int` only beside a zero, where it does not matter: other numbers are checked for range.
                exponent += Int(Substring(bytes)) ?? 0
                bytes = Substring().utf8
            default:
                if isInFraction { exponent -= 1 }
                if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
            }
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
    }

    var canonicalText: String {
        guard let first = digits.first else { return "0" }
        let wholeDigits = digits.count + exponent
        var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        switch wholeDigits {
        case 1...21 where exponent >= 0:
            text += digits
            text += zeros(exponent)
        case 1...21:
            text += digits[..<wholeDigits]
            text.append(UInt8(ascii: "."))
            text += digits[wholeDigits...]
        case -5...0:
            text += "0.".utf8
            text += zeros(-wholeDigits)
            text += digits
        default:
            text.append(first)
            if digits.count > 1 {
                text.append(UInt8(ascii: "."))
                text += digits[1...]
            }
            text += "e\(wholeDigits - 1)".utf8
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func zeros(_ count: Int) -> [UInt8] {
        Array(repeating: UInt8(ascii: "0"), count: count)
    }
}
