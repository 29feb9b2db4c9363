import Testing

@testable import FanfareMail

struct ColorTests {
    /// From black to white, and everything between in steps.
    private static let colors = stride(from: 0, through: 255, by: 51).flatMap { red in
        stride(from: 0, through: 255, by: 51).flatMap { green in
            stride(from: 0, through: 255, by: 51).map { blue in
                MailColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
            }
        }
    }

    /// The examples of WCAG and of those who teach it.
    @Test func `contrast is what WCAG says it is`() {
        #expect(abs(MailColor.white.contrast(to: .black) - 21) < 0.001)
        #expect(abs(MailColor(red: 0x76, green: 0x76, blue: 0x76).contrast(to: .white) - 4.54) < 0.01)
        #expect(abs(MailColor(red: 0xFF, green: 0, blue: 0).contrast(to: .white) - 4.0) < 0.01)
        #expect(MailColor.blue.contrast(to: .blue) == 1)
    }

    @Test func `every text is read easily, whatever the brand's colour`() {
        for color in Self.colors {
            let content = MailContent(brand: MailBrand(color: color)) { "Hello" }
            let colors = LayoutColors(content)
            let pairs = [
                (colors.text, colors.card), (colors.text, colors.page), (colors.soft, colors.card),
                (colors.soft, colors.page), (colors.link, colors.card), (colors.accent.textColor, colors.accent),
                (colors.darkText, colors.darkCard), (colors.darkText, colors.darkPage),
                (colors.darkSoft, colors.darkCard), (colors.darkSoft, colors.darkPage),
                (colors.darkLink, colors.darkCard),
            ]
            for (text, background) in pairs {
                #expect(text.contrast(to: background) >= 4.5, "\(text.hexadecimal) on \(background.hexadecimal)")
            }
        }
    }

    @Test func `a colour that is read easily stays as it is`() {
        #expect(MailColor.blue.readable(on: .white) == .blue)
        #expect(MailColor.green.textColor == .white && MailColor.red.textColor == .white)
    }

    @Test(arguments: ["#1d4ed8", "#000000", "#FFFFFF", "#0a0B0c"])
    func `a colour is six digits`(_ text: String) { #expect(MailColor(text)?.hexadecimal == text.lowercased()) }

    @Test(arguments: [
        "", "#", "#fff", "1d4ed8", "#1d4ed", "#1d4ed8a", "#1d4edg", "# d4ed8", "#+d4ed8", "blue", "#1d4ed\u{FF18}",
    ])
    func `and nothing else`(_ text: String) { #expect(MailColor(text) == nil) }
}
