internal import FoundationEssentials

/// A part of a mail's body (RFC 2045): its own fields and its content as it is sent, without a last line end.
///
/// No content has a line that begins with `--=_`, the beginning of all boundaries.
struct MailPart: Sendable {
    let fields: [MailField]
    let content: [UInt8]

    /// A text.
    ///
    /// - Parameter kind: `plain` or `html`.
    init(text: String, kind: String) {
        let lines = Self.normalized(text)
        let isPlain = Self.isPlain(lines)
        fields = [
            MailField("Content-Type", "text/\(kind)", parameters: ["charset=utf-8"]),
            MailField("Content-Transfer-Encoding", words: [isPlain ? "7bit" : "quoted-printable"]),
        ]
        content = isPlain ? lines : QuotedPrintable.encode(lines)
    }

    /// A file.
    init(_ attachment: MailAttachment, isInline: Bool) {
        let type = MailMediaType(attachment.mediaType)
        let name = attachment.name
        var typeParameters = type?.parameters ?? []
        // Old readers know the name by this parameter only.
        if !name.isEmpty { typeParameters.append("name=\"\(MailField.readableInQuotes(name))\"") }
        var fields = [
            MailField("Content-Type", type?.name ?? "application/octet-stream", parameters: typeParameters),
            MailField("Content-Transfer-Encoding", words: ["base64"]),
            MailField(
                "Content-Disposition",
                isInline ? "inline" : "attachment",
                parameters: name.isEmpty ? [] : MailField.parameters("filename", name)
            ),
        ]
        if let id = attachment.contentID { fields.append(MailField("Content-ID", words: ["<\(id)>"])) }
        self.fields = fields
        content = Array(
            Data(attachment.content).base64EncodedData(
                options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed]
            )
        )
    }

    /// Several parts (RFC 2046, 5.1); a single one stays as it is.
    ///
    /// - Parameter kind: `mixed`, `alternative` or `related`.
    init(_ kind: String, _ parts: [MailPart], parameters: [String] = []) {
        guard parts.count != 1 else {
            self = parts[0]
            return
        }
        // No encoded text has these bytes, and plain text that has them is encoded: nothing needs to be searched for them.
        let boundary = "=_\(kind)"
        fields = [MailField("Content-Type", "multipart/\(kind)", parameters: ["boundary=\"\(boundary)\""] + parameters)]
        var content: [UInt8] = []
        content.reserveCapacity(parts.reduce(256) { $0 + $1.content.count + 512 })
        for part in parts {
            content += "--\(boundary)\r\n".utf8
            for field in part.fields { content += field.bytes }
            content += [0x0D, 0x0A]
            content += part.content
            content += [0x0D, 0x0A]
        }
        content += "--\(boundary)--".utf8
        self.content = content
    }

    /// UTF-8 with every line end, CR, LF or CRLF, as CRLF.
    private static func normalized(_ text: String) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(text.utf8.count + text.utf8.count / 32)
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x0D: lines += [0x0D, 0x0A]
            case 0x0A: if last != 0x0D { lines += [0x0D, 0x0A] }
            default: lines.append(byte)
            }
            last = byte
        }
        return lines
    }

    /// Whether text can be sent as it is and stays so: short lines of ASCII without anything that is changed on the way.
    private static func isPlain(_ text: [UInt8]) -> Bool {
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0D) ?? text.count
            let line = text[start..<end]
            guard line.count <= 76, line.allSatisfy({ (32...126).contains($0) || $0 == 0x09 }),
                line.last != 0x20, line.last != 0x09, !QuotedPrintable.isHandled(line), !line.starts(with: "--=_".utf8)
            else { return false }
            start = end + 2
        }
        return true
    }
}
