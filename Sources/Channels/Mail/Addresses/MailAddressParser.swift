/// Reads mailboxes as RFC 5322, 3.4, has them, without comments and groups, and with names like `J. Doe` unquoted, as
/// people write them. Text that is not ASCII is read as RFC 6532, 3.2, has it.
struct MailAddressParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    /// - Throws: ``MailAddressError`` for a text with control characters or line breaks, which have no place in an address
    ///   whatever else it has.
    init(_ text: String) throws(MailAddressError) {
        if let position = text.firstControl {
            throw MailAddressError("has a control character or a line break", at: position)
        }
        scalars = Array(text.unicodeScalars)
    }

    /// Reads the one address there is to be.
    mutating func onlyAddress() throws(MailAddressError) -> MailAddress {
        let address = try address()
        try requireEnd()
        return address
    }

    /// Reads the one mailbox without a name there is to be.
    mutating func onlyMailbox() throws(MailAddressError) -> String {
        skipBlanks()
        let mailbox = try mailbox(after: word())
        skipBlanks()
        try requireEnd()
        return mailbox
    }

    /// Reads any number of addresses with commas between them.
    mutating func addresses() throws(MailAddressError) -> [MailAddress] {
        skipBlanks()
        var found: [MailAddress] = []
        while index < scalars.count {
            found.append(try address())
            guard next != nil else { break }
            try take(",")
            skipBlanks()
            guard next != nil else { throw failure("ends in a comma") }
        }
        return found
    }

    // MARK: The grammar

    private mutating func address() throws(MailAddressError) -> MailAddress {
        skipBlanks()
        var words: [Word] = []
        while next != "<" {
            let word = try word()
            if next == "@", words.isEmpty {
                let address = MailAddress(name: nil, checkedMailbox: try mailbox(after: word))
                skipBlanks()
                return address
            }
            words.append(word)
            skipBlanks()
        }
        try take("<")
        let mailbox = try mailbox(after: word())
        try take(">")
        skipBlanks()
        return MailAddress(name: words.map(\.text).joined(separator: " "), checkedMailbox: mailbox)
    }

    private mutating func mailbox(after local: Word) throws(MailAddressError) -> String {
        try take("@")
        try check(local)
        let start = index
        guard next != "[" else { throw failure("has an address in brackets where a domain belongs") }
        while let next, !" <>,@;:()\"".unicodeScalars.contains(next) { index += 1 }
        let domain = try MailDomain.ascii(scalars[start..<index], at: start + 1)
        let written = local.isQuoted && !MailWord.isDotAtom(local.text) ? MailWord.quoted(local.text) : local.text
        // RFC 5321, 4.5.3.1: 64 octets; 254 is what remains of a path's 256 without its brackets.
        guard written.utf8.count <= 64 else {
            throw MailAddressError("has more than 64 bytes before the @", at: local.position)
        }
        let mailbox = "\(written)@\(domain)"
        guard mailbox.utf8.count <= 254 else { throw MailAddressError("has more than 254 bytes") }
        return mailbox
    }

    private func check(_ local: Word) throws(MailAddressError) {
        // Nobody sees them, and no server has a mailbox with them.
        if local.text.unicodeScalars.contains(where: { $0.value >= 0x80 && $0.isInvisible }) {
            throw MailAddressError("has an invisible character before the @", at: local.position)
        }
        guard local.isQuoted || MailWord.isDotAtom(local.text) else {
            throw MailAddressError("has a dot out of place before the @", at: local.position)
        }
    }

    /// A run of characters that need no quotes, or a text in quotes.
    private struct Word {
        var text: String
        var isQuoted = false
        var position: Int
    }

    private mutating func word() throws(MailAddressError) -> Word {
        let start = index
        if next == "\"" { return Word(text: try quotedText(), isQuoted: true, position: start + 1) }
        var text = String.UnicodeScalarView()
        while let next, next == "." || MailWord.isAtomText(next) {
            text.append(next)
            index += 1
        }
        guard index > start else { throw unexpected() }
        return Word(text: String(text), position: start + 1)
    }

    private mutating func quotedText() throws(MailAddressError) -> String {
        let start = index
        var text = String.UnicodeScalarView()
        index += 1
        while let next, next != "\"" {
            if next == "\\" { index += 1 }
            guard index < scalars.count else { break }
            text.append(scalars[index])
            index += 1
        }
        guard next == "\"" else { throw MailAddressError("has a quote that is not closed", at: start + 1) }
        index += 1
        return String(text)
    }

    // MARK: Characters

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func skipBlanks() {
        while next == " " { index += 1 }
    }

    private mutating func take(_ wanted: Unicode.Scalar) throws(MailAddressError) {
        guard next == wanted else { throw next == nil ? failure("ends where “\(wanted)” belongs") : unexpected() }
        index += 1
    }

    private func requireEnd() throws(MailAddressError) {
        guard next == nil else { throw unexpected() }
    }

    private func unexpected() -> MailAddressError {
        switch next {
        case nil where scalars.allSatisfy { $0 == " " }: MailAddressError("is empty")
        case nil: failure(scalars.contains("@") ? "ends too early" : "has no @")
        case "("?: failure("has a comment in parentheses; a name with parentheses belongs in quotes")
        case ":"?, ";"?: failure("is a group, or has a “:” or “;” that belongs in quotes")
        case ","?: failure("has a comma that belongs in quotes, or is more than one address")
        case let next? where next.value < 0x80 && !MailWord.isAtomText(next) && next != " ":
            failure("has a “\(next)” out of place")
        default: failure("has something out of place, or is more than one address")
        }
    }

    private func failure(_ problem: String) -> MailAddressError {
        MailAddressError(problem, at: index + 1)
    }
}
