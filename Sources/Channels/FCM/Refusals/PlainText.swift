/// Cleans what a provider says for people: it must neither flood nor forge a log, nor show a secret that it was sent.
enum PlainText {
    /// A name such as `invalid_grant`: letters, digits and underscores only.
    static func word(_ text: String) -> String? {
        let letters = text.unicodeScalars.prefix(256).filter {
            $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_"
        }
        return letters.isEmpty ? nil : String(String.UnicodeScalarView(letters.prefix(64)))
    }

    /// A short sentence of printable ASCII. Words that are as long as a token are left out.
    static func sentence(_ text: String) -> String? {
        let letters = text.unicodeScalars.prefix(1024).map { (" "..."~").contains($0) ? $0 : " " }
        let words = String(String.UnicodeScalarView(letters)).split(separator: " ").map { $0.count > 40 ? "…" : $0 }
        let sentence = words.joined(separator: " ").prefix(240)
        return sentence.isEmpty ? nil : String(sentence)
    }
}
