/// Whose mail it is, in name and looks.
public struct MailBrand: Hashable, Sendable {
    /// The name above and below the text; empty for none.
    public var name: String
    /// The colour of buttons and links.
    public var color: MailColor
    /// Where the name leads; nil for nowhere.
    public var link: String?
    /// The picture in place of the name at the top. It travels with each mail; nil for none.
    public var logo: MailAttachment?
    /// What stands in small letters at the very end, such as an address.
    public var footer: [String]

    /// Creates a brand.
    public init(
        name: String = "",
        color: MailColor = .blue,
        link: String? = nil,
        logo: MailAttachment? = nil,
        footer: [String] = []
    ) {
        self.name = name
        self.color = color
        self.link = link
        self.logo = logo
        self.footer = footer
    }
}
