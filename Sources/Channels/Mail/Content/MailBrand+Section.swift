import FanfareCore
import FoundationEssentials

extension MailBrand {
    /// Reads a brand. Faults are noted in the section.
    init(from section: ConfigurationSection) {
        self.init(
            name: section.string("name", default: ""),
            color: Self.color(from: section),
            link: section.url("link")?.absoluteString,
            footer: section.strings("footer", allowingOne: true) ?? []
        )
    }

    private static func color(from section: ConfigurationSection) -> MailColor {
        guard let text = section.string("color") else { return .blue }
        if let color = MailColor(text) { return color }
        section.fault(at: "color", "is no colour", remedy: "expected one such as \"#1d4ed8\"")
        return .blue
    }
}
