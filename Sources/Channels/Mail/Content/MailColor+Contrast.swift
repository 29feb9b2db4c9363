extension MailColor {
    static let white = MailColor(red: 0xFF, green: 0xFF, blue: 0xFF)
    static let black = MailColor(red: 0, green: 0, blue: 0)

    /// What texts need at least to be read by nearly everybody (WCAG 2.2, 1.4.3).
    static let readableContrast = 4.5

    /// `#1d4ed8`
    var hexadecimal: String {
        "#"
            + [red, green, blue].map { part in
                let digits = String(part, radix: 16)
                return digits.count < 2 ? "0\(digits)" : digits
            }.joined()
    }

    /// How well one is seen on the other, from 1 to 21 (WCAG 2.2, contrast ratio).
    func contrast(to other: MailColor) -> Double {
        let (one, other) = (luminance, other.luminance)
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    /// White or black, whichever is read more easily on this colour. One of them always is.
    var textColor: MailColor { contrast(to: .white) >= Self.readableContrast ? .white : .black }

    /// The colour itself, or as much nearer to white or black as it takes to be read on a background.
    func readable(on background: MailColor) -> MailColor {
        let target = background.textColor
        for step in 0...16 {
            let color = mixed(with: target, Double(step) / 16)
            if color.contrast(to: background) >= Self.readableContrast { return color }
        }
        return target
    }

    private func mixed(with other: MailColor, _ share: Double) -> MailColor {
        func mix(_ one: UInt8, _ other: UInt8) -> UInt8 {
            UInt8((Double(one) * (1 - share) + Double(other) * share).rounded())
        }
        return MailColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    private var luminance: Double {
        func linear(_ part: UInt8) -> Double {
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055).raisedToGamma
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}

extension Double {
    /// The number, from 0 to 1, to the power of 2.4: its square times the fifth root of that, found by Newton's method, because
    /// powers are the C library's, which is not for channels to import.
    fileprivate var raisedToGamma: Double {
        let square = self * self
        var root = 1.0
        for _ in 0..<16 { root = (4 * root + square / (root * root * root * root)) / 5 }
        return square * root
    }
}
