import FanfareCore

extension MailPhrases {
    /// Reads the phrases of a language. Faults are noted in the section.
    init(from section: ConfigurationSection) {
        self.init(
            language: section.requiredString("language"),
            regards: section.requiredString("regards"),
            copyLink: section.requiredString("copyLink"),
            open: section.requiredString("open")
        )
    }
}
