/// One field of a header, as it is sent.
struct MailField: Hashable, Sendable {
    /// Its name.
    let name: String
    /// All of it, with the line end.
    let bytes: [UInt8]

    private init(_ name: String, write: (inout FieldWriter) -> Void) {
        var writer = FieldWriter(name)
        write(&writer)
        self.name = name
        bytes = writer.finished()
    }

    /// A field of ASCII words, which may stand in lines of their own.
    init(_ name: String, words: [String]) {
        self.init(name) { writer in
            for word in words { writer.add(word.utf8) }
        }
    }

    /// A field whose text is people's own: in encoded words unless all readers read it back as it is.
    ///
    /// - Parameter isStructured: Whether the text may have a syntax that encoded words would break, as a link has that is
    ///   longer than a line.
    init(_ name: String, text: String, isStructured: Bool = false) {
        // Blanks at the ends or in a row are lost on some readers; what looks like an encoded word would be decoded.
        let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let longest = isStructured ? 900 : 76 - 2 - name.utf8.count
        let isPlain = words.allSatisfy { word in
            !word.isEmpty && word.count <= longest && word.allSatisfy { (33...126).contains($0) }
        }
        self.init(name) { writer in
            if isPlain, !text.contains("=?") {
                for word in words { writer.add(word) }
            } else {
                writer.addEncoded(text)
            }
        }
    }

    /// A field of phrases with commas between them, such as `Keywords`.
    init(_ name: String, phrases: [String]) {
        self.init(name) { writer in
            for (index, phrase) in phrases.enumerated() {
                writer.addPhrase(phrase, end: index < phrases.count - 1 ? "," : "")
            }
        }
    }

    /// A field of addresses. The parts of mailboxes that are not ASCII are in UTF-8 (RFC 6532).
    init(_ name: String, addresses: [MailAddress]) {
        self.init(name) { writer in
            for (index, address) in addresses.enumerated() {
                let end = index < addresses.count - 1 ? "," : ""
                if let name = address.name {
                    writer.addPhrase(name)
                    writer.add("<\(address.mailbox)>\(end)".utf8)
                } else {
                    writer.add("\(address.mailbox)\(end)".utf8)
                }
            }
        }
    }
}

extension FieldWriter {
    /// Writes words as they are, in quotes, or as encoded words, whatever is the first that says the same.
    ///
    /// - Parameter end: What follows: directly, or after a blank where encoded words need one (RFC 2047, 5).
    mutating func addPhrase(_ text: String, end: String = "") {
        // Encoded words also for what looks like one: many readers decode it even in quotes. And for what is long, as
        // quotes cannot be folded without changing how many blanks some readers see.
        guard text.utf8.count <= 50, text.utf8.allSatisfy({ (32...126).contains($0) }), !text.contains("=?") else {
            addEncoded(text)
            return end.isEmpty ? () : add(end.utf8)
        }
        let word = MailWord.isPhrase(text, international: false) ? text : MailWord.quoted(text)
        add((word + end).utf8)
    }
}
