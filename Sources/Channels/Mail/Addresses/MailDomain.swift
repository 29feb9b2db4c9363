/// A domain name as mail servers know it.
///
/// Domains that are not ASCII become A-labels here (RFC 5890) and not with the help of `URL`: FoundationEssentials has no
/// IDNA on Linux. Only the part of it that turns into a name what people type is here: letters become lower case, and what
/// is no letter, mark or digit is refused. FoundationEssentials has no normalisation either, so a letter that is taken apart
/// into a base and a mark is refused and not put together; with it the few letters that have no other form, as in Yoruba.
enum MailDomain {
    /// The domain in lower case and ASCII.
    ///
    /// - Parameter position: Where it begins, for the error.
    static func ascii(
        _ domain: ArraySlice<Unicode.Scalar>,
        at position: Int
    ) throws(MailAddressError) -> String {
        guard !domain.isEmpty else { throw MailAddressError("has no domain after the @", at: position) }
        var labels: [String] = []
        for label in domain.split(separator: ".", omittingEmptySubsequences: false) {
            do throws(Problem) {
                labels.append(try ascii(label: label))
            } catch {
                throw MailAddressError(
                    "has a domain that \(error.text)",
                    at: position + label.startIndex - domain.startIndex
                )
            }
        }
        // A name that looks like an IPv4 address is one to some resolvers; no top-level domain is a number.
        guard labels.last?.allSatisfy(\.isNumber) == false else {
            throw MailAddressError("has a number where a domain belongs", at: position)
        }
        let text = labels.joined(separator: ".")
        guard text.utf8.count <= 253 else {
            throw MailAddressError("has a domain of more than 253 bytes", at: position)
        }
        return text
    }

    private struct Problem: Error {
        let text: String
    }

    private static func ascii(label: ArraySlice<Unicode.Scalar>) throws(Problem) -> String {
        guard !label.isEmpty else { throw Problem(text: "has a dot out of place") }
        var text = String(String.UnicodeScalarView(label)).lowercased()
        if !label.allSatisfy(\.isASCII) {
            try check(text.unicodeScalars)
            guard let encoded = Punycode.encode(text.unicodeScalars) else { throw Problem(text: "is too long") }
            text = "xn--" + encoded
        }
        guard text.utf8.count <= 63 else { throw Problem(text: "has a part of more than 63 bytes") }
        guard text.utf8.allSatisfy(isLetterDigitOrHyphen) else {
            throw Problem(text: "has something else than letters, digits and hyphens")
        }
        guard !text.hasPrefix("-"), !text.hasSuffix("-") else {
            throw Problem(text: "has a hyphen at an end of a part")
        }
        return text
    }

    private static func check(_ label: String.UnicodeScalarView) throws(Problem) {
        for scalar in label where !scalar.isASCII {
            guard !isTakenApart(scalar) else {
                throw Problem(text: "has a letter in several characters; they belong in one")
            }
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark, .spacingMark: break
            default: throw Problem(text: "has something else than letters, digits and hyphens")
            }
        }
        if let first = label.first, [.nonspacingMark, .spacingMark].contains(first.properties.generalCategory) {
            throw Problem(text: "has a part that begins with a mark")
        }
    }

    /// Whether it is a part of what composed text (NFC) has in one character: a mark on a letter or kana, or a piece of a
    /// Hangul syllable.
    private static func isTakenApart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x3099, 0x309A, 0x1100...0x11FF: true
        default: false
        }
    }

    private static func isLetterDigitOrHyphen(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
