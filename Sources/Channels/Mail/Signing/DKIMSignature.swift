internal import FanfareCore
internal import FanfareSigning
internal import FoundationEssentials

/// The signature of a prepared message: what all its mails share of it.
struct DKIMSignature: Sendable {
    private let signer: DKIMSigner
    private let bodyHash: String
    /// The names and the form of the signed fields that all mails share.
    private let names: [String]
    private let form: [UInt8]

    /// What readers see, and what says how the body is read (RFC 6376, 5.4.1); RFC 8058, 4, wants those about unsubscribing.
    private static let signed: Set = [
        "from", "reply-to", "to", "cc", "subject", "date", "message-id", "mime-version", "content-type",
        "content-transfer-encoding", "list-unsubscribe", "list-unsubscribe-post",
    ]

    /// Signed once more than they are there, so that nobody can add another (RFC 6376, 8.15).
    private static let sealed = ["from", "reply-to", "to", "cc", "subject"]

    /// - Parameters:
    ///   - fields: The fields all mails share.
    ///   - body: The body they share.
    /// - Throws: ``KeyError`` only if OpenSSL has no memory left.
    init(by signer: DKIMSigner, fields: [MailField], body: [UInt8]) throws(KeyError) {
        self.signer = signer
        bodyHash = Data(try Digest.sha256(of: RelaxedForm.body(body))).base64EncodedString()
        (names, form) = Self.form(of: fields)
    }

    /// The field that signs one mail.
    ///
    /// - Parameters:
    ///   - fields: The fields only this mail has.
    ///   - date: When it is signed.
    /// - Throws: ``KeyError`` only if OpenSSL has no memory left.
    func field(signing fields: [MailField], at date: Timestamp) throws(KeyError) -> MailField {
        let (names, form) = Self.form(of: fields)
        let seconds = date.millisecondsSinceEpoch / 1000
        let tags =
            [
                "v=1;", "a=\(signer.key.algorithm.rawValue);", "c=relaxed/relaxed;", "d=\(signer.domain);",
                "s=\(signer.selector);", "t=\(max(0, seconds));",
            ] + Self.lines(of: self.names + names + Self.sealed) + ["bh=\(bodyHash);"]
        // It signs itself, too, without the signature and the line end (RFC 6376, 3.7).
        let unsigned = RelaxedForm.field(MailField("DKIM-Signature", words: tags + ["b="])).dropLast(2)
        let signature = try signer.key.sign(self.form + form + unsigned)
        return MailField("DKIM-Signature", words: tags + Self.pieces(of: "b=" + Data(signature).base64EncodedString()))
    }

    private static func form(of fields: [MailField]) -> (names: [String], form: [UInt8]) {
        let fields = fields.filter { signed.contains($0.name.lowercased()) }
        return (fields.map { $0.name.lowercased() }, fields.flatMap(RelaxedForm.field))
    }

    /// The tag `h` in words that fit in lines.
    private static func lines(of names: [String]) -> [String] {
        var lines = ["h=\(names[0])"]
        for name in names.dropFirst() {
            lines[lines.count - 1] += ":"
            if lines[lines.count - 1].utf8.count + name.utf8.count < 72 {
                lines[lines.count - 1] += name
            } else {
                lines.append(name)
            }
        }
        lines[lines.count - 1] += ";"
        return lines
    }

    private static func pieces(of text: String) -> [String] {
        var rest = text[...]
        var pieces: [String] = []
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(72)))
            rest = rest.dropFirst(72)
        }
        return pieces
    }
}
