/// What most notifications say by mail: a greeting, a few lines, a button, an end. It becomes a text and an HTML page that
/// say the same.
///
/// ```swift
/// MailContent(greeting: "Hello Ada,") {
///     "It left our house this morning."
///     MailContent.Action("Track it", "https://example.com/track/1")
///     "Thank you for your order."
/// }
/// ```
///
/// Everything in it is text: nothing is read as HTML or Markdown. A line break within a line is kept.
public struct MailContent: Hashable, Sendable {
    /// How what happened is meant. The set is closed: each has its colour.
    public enum Level: Hashable, Sendable {
        /// Something to know, in the brand's colour.
        case info
        /// Something went well, in green.
        case success
        /// Something went wrong, in red.
        case error
    }

    /// A part of what is said. The set is closed: each has its looks.
    public enum Part: Hashable, Sendable {
        /// A paragraph.
        case line(String)
        /// A button.
        case action(Action)
    }

    /// How it begins, such as `Hello Ada,`; nil to begin with the first line.
    public var greeting: String?
    /// What it says.
    public var parts: [Part]
    /// How it ends; nil to end with the phrase for that and the brand's name if it has one, empty to end without.
    public var closing: String?
    /// How what happened is meant.
    public var level: Level
    /// What a list of mails shows beside the subject; nil for the first line.
    public var preheader: String?
    /// Whose mail it is.
    public var brand: MailBrand
    /// The language, and the words that are always there.
    public var phrases: MailPhrases

    /// Creates a content.
    ///
    /// - Parameters:
    ///   - greeting: How it begins.
    ///   - level: How what happened is meant.
    ///   - closing: How it ends.
    ///   - preheader: What a list of mails shows beside the subject.
    ///   - brand: Whose mail it is.
    ///   - phrases: The language, and the words that are always there.
    ///   - parts: Lines, as texts, and at best one ``Action``.
    public init(
        greeting: String? = nil,
        level: Level = .info,
        closing: String? = nil,
        preheader: String? = nil,
        brand: MailBrand = MailBrand(),
        phrases: MailPhrases = .english,
        @MailContentBuilder parts: () throws -> [Part]
    ) rethrows {
        self.greeting = greeting
        self.parts = try parts()
        self.closing = closing
        self.level = level
        self.preheader = preheader
        self.brand = brand
        self.phrases = phrases
    }
}

extension MailContent {
    /// How it ends; nil to end without words.
    var end: String? {
        if let closing { return closing.isEmpty ? nil : closing }
        return brand.name.isEmpty ? nil : "\(phrases.regards)\n\(brand.name)"
    }

    /// The actions in it.
    var actions: [Action] {
        parts.compactMap { part in
            guard case .action(let action) = part else { return nil }
            return action
        }
    }

    /// What a list of mails shows beside the subject.
    var summary: String? {
        if let preheader { return preheader }
        for case .line(let line) in parts { return line }
        return nil
    }

    /// Checks what would be unsafe or of no use.
    ///
    /// - Throws: The first such thing.
    func check() throws(MailContentError) {
        for action in actions {
            guard !action.title.isEmpty else { throw MailContentError("action.title", "is empty") }
            guard MailLink.isSafe(action.url) else { throw MailContentError("action.url", MailLink.problem) }
        }
        if let link = brand.link, !MailLink.isSafe(link) { throw MailContentError("brand.link", MailLink.problem) }
        if let logo = brand.logo, !logo.mediaType.lowercased().hasPrefix("image/") {
            throw MailContentError("brand.logo", "is no picture")
        }
    }
}
