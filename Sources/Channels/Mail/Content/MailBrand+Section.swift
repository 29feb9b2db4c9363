import FanfareCore
import FoundationEssentials

extension MailBrand {
    /// The most bytes a logo may have: it is stored and sent with each mail.
    static let maximumLogoSize = 64 * 1024

    /// Reads a brand. Faults are noted in the section.
    init(from section: ConfigurationSection) {
        self.init(
            name: section.string("name", default: ""),
            color: Self.color(from: section),
            link: section.url("link")?.absoluteString,
            logo: Self.logo(from: section),
            footer: section.strings("footer", allowingOne: true) ?? []
        )
    }

    private static func color(from section: ConfigurationSection) -> MailColor {
        guard let text = section.string("color") else { return .blue }
        if let color = MailColor(text) { return color }
        section.fault(at: "color", "is no colour", remedy: "expected one such as \"#1d4ed8\"")
        return .blue
    }

    private static func logo(from section: ConfigurationSection) -> MailAttachment? {
        guard let content = section.fileBytes("logo") else { return nil }
        guard let kind = pictures.first(where: { content.starts(with: $0.start) }) else {
            section.fault(at: "logo", "the file is no PNG, JPEG or GIF", remedy: "mail programs show no others")
            return nil
        }
        guard content.count <= maximumLogoSize else {
            section.fault(at: "logo", "the file is larger than 64 KiB", remedy: "it travels with each mail")
            return nil
        }
        return MailAttachment(
            name: "logo.\(kind.name)",
            mediaType: "image/\(kind.name)",
            content: content,
            contentID: "logo"
        )
    }

    private static var pictures: [(name: String, start: [UInt8])] {
        [("png", [0x89, 0x50, 0x4E, 0x47]), ("jpeg", [0xFF, 0xD8, 0xFF]), ("gif", Array("GIF8".utf8))]
    }
}
