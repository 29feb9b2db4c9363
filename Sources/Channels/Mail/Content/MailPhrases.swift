/// A language, and the words in it that are in mails without anybody having written them.
///
/// They come together because a mail is in one language: whoever writes in another gives all of them.
public struct MailPhrases: Hashable, Sendable {
    /// English.
    public static let english = MailPhrases(
        language: "en",
        regards: "Kind regards,",
        copyLink: "If the button does not work, open this link:",
        open: "Open"
    )

    /// The language's tag, such as `de` or `pt-BR` (RFC 5646). Those that are written from right to left are laid out so.
    public var language: String
    /// What stands above the sender's name at the end.
    public var regards: String
    /// What stands above the link of a button.
    public var copyLink: String
    /// What is on the button of a type that has a link and no words for it.
    public var open: String

    /// Creates the phrases of a language.
    public init(language: String, regards: String, copyLink: String, open: String) {
        self.language = language
        self.regards = regards
        self.copyLink = copyLink
        self.open = open
    }
}

extension MailPhrases {
    /// Whether the language is written from right to left.
    var isRightToLeft: Bool {
        let subtags = language.lowercased().split { $0 == "-" || $0 == "_" }
        guard let name = subtags.first else { return false }
        if let script = subtags.dropFirst().first(where: { $0.utf8.count == 4 }) {
            return Self.rightToLeftScripts.contains(String(script))
        }
        return Self.rightToLeftLanguages.contains(String(name))
    }

    private static let rightToLeftLanguages: Set = [
        "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
    ]

    private static let rightToLeftScripts: Set = ["adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"]
}
