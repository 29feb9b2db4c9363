/// Writes a content as plain text.
struct TextLayout {
    private let content: MailContent

    init(_ content: MailContent) { self.content = content }

    /// Paragraphs with an empty line between them.
    var text: String {
        var paragraphs = [content.greeting].compactMap(\.self)
        for part in content.parts {
            switch part {
            case .line(let line): paragraphs.append(line)
            case .action(let action): paragraphs.append("\(action.title):\n\(action.url)")
            }
        }
        if let end = content.end { paragraphs.append(end) }
        let brand = content.brand
        let footer = [brand.link].compactMap(\.self) + brand.footer
        // What follows this line is taken for a signature (RFC 3676, 4.3).
        if !footer.isEmpty { paragraphs.append("-- \n" + footer.joined(separator: "\n")) }
        return paragraphs.map(\.withPlainLineEnds).joined(separator: "\n\n") + "\n"
    }
}

extension String {
    /// The lines of a text, whatever ends them.
    var lines: [Substring] { split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }

    /// The text with `\n` for whatever ends its lines.
    fileprivate var withPlainLineEnds: String { lines.joined(separator: "\n") }
}
