/// The words header fields are made of (RFC 5322, 3.2).
enum MailWord {
    /// Whether a character may stand in an atom (RFC 5322, 3.2.3; RFC 6532, 3.2).
    static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_", "`", "{", "|", "}", "~": true
        default: scalar.value >= 0x80
        }
    }

    /// Whether a text is atoms with single dots between them.
    static func isDotAtom(_ text: String) -> Bool {
        text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) }
    }

    /// Whether a text is atoms with single blanks between them.
    ///
    /// - Parameter international: Whether characters that are not ASCII may be among them.
    static func isPhrase(_ text: String, international: Bool) -> Bool {
        text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { isAtomText($0) && (international || $0.isASCII) }
        }
    }

    /// The text as a quoted string (RFC 5322, 3.2.4).
    static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, or a line break in some reader's eyes (categories Cc, Zl and Zp of Unicode).
    var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether nothing is seen of it: a blank, or a character that only formats others.
    var isInvisible: Bool { properties.isWhitespace || properties.generalCategory == .format }
}

extension String {
    /// The place of the first control character or line break, counted in Unicode scalars from 1.
    ///
    /// Scalars, because CRLF is one `Character` and equals neither CR nor LF.
    var firstControl: Int? {
        unicodeScalars.enumerated().first { $0.element.isControl }.map { $0.offset + 1 }
    }

    /// The text without the blanks around it.
    func trimmingBlanks() -> String {
        let start = unicodeScalars.drop { $0 == " " }
        let end = start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex
        return String(start[..<end])
    }
}
