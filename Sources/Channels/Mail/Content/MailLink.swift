/// What a link in a mail may be.
enum MailLink {
    /// What is wrong with a link that may not be there, and what would be right.
    static let problem =
        "is no link for a mail; expected https://…, mailto:…, tel:…, or a link into an app such as shop://orders/1"

    /// What runs something, or shows what is not on the network.
    private static let unsafeSchemes: Set = [
        "about", "blob", "chrome", "content", "data", "file", "filesystem", "jar", "javascript", "ms-appx", "resource",
        "vbscript", "view-source",
    ]

    /// Whether it can be followed and does no more than that.
    static func isSafe(_ link: String) -> Bool {
        guard let colon = link.firstIndex(of: ":") else { return false }
        let scheme = link[..<colon].lowercased()
        let rest = link[link.index(after: colon)...]
        // A blank or a control character would end the link for some readers, and not for others.
        let isInOneWord = link.unicodeScalars.allSatisfy {
            !$0.properties.isWhitespace && $0.properties.generalCategory != .control
        }
        guard isInOneWord, isScheme(scheme), !rest.isEmpty else { return false }
        switch scheme {
        case "mailto", "tel": return !rest.hasPrefix("/")
        case "http", "https": return rest.hasPrefix("//") && !"/?#:".contains(rest.dropFirst(2).first ?? "/")
        default: return !unsafeSchemes.contains(scheme) && rest.hasPrefix("//") && rest.utf8.count > 2
        }
    }

    /// RFC 3986, 3.1.
    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}
