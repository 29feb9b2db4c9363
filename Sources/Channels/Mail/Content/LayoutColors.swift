/// The colours of a page, in the light and in the dark. All texts are read easily on what is behind them (WCAG AA).
struct LayoutColors {
    let page = MailColor(red: 0xF3, green: 0xF4, blue: 0xF6)
    let card = MailColor.white
    let edge = MailColor(red: 0xE2, green: 0xE5, blue: 0xEA)
    let text = MailColor(red: 0x1F, green: 0x29, blue: 0x37)
    let soft = MailColor(red: 0x5B, green: 0x64, blue: 0x72)
    let accent: MailColor
    let link: MailColor

    let darkPage = MailColor(red: 0x0F, green: 0x13, blue: 0x19)
    let darkCard = MailColor(red: 0x1A, green: 0x20, blue: 0x29)
    let darkEdge = MailColor(red: 0x2C, green: 0x35, blue: 0x42)
    let darkText = MailColor(red: 0xE6, green: 0xE9, blue: 0xEE)
    let darkSoft = MailColor(red: 0xA3, green: 0xAC, blue: 0xB9)
    let darkLink: MailColor

    init(_ content: MailContent) {
        accent =
            switch content.level {
            case .info: content.brand.color
            case .success: .green
            case .error: .red
            }
        link = accent.readable(on: card)
        darkLink = accent.readable(on: darkCard)
    }

    /// What replaces the elements' own styles in the dark and on small screens.
    var styleSheet: String {
        """
        :root { color-scheme: light dark; supported-color-schemes: light dark; }
        @media (prefers-color-scheme: dark) {
        .page { background-color: \(darkPage.hexadecimal) !important; }
        .card { background-color: \(darkCard.hexadecimal) !important; border-color: \(darkEdge.hexadecimal) !important; }
        .text { color: \(darkText.hexadecimal) !important; }
        .soft { color: \(darkSoft.hexadecimal) !important; }
        .link { color: \(darkLink.hexadecimal) !important; }
        .button { border-color: \(darkLink.hexadecimal) !important; }
        }
        @media (max-width: 480px) {
        .around { padding: 20px 10px !important; }
        .inside { padding: 26px 22px 12px !important; }
        .action { width: 100% !important; }
        }
        """
    }
}
