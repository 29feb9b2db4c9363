extension SMTPMail {
    /// Checks that it can be written as it is, and is one mail then and not two.
    ///
    /// - Throws: ``CurlFailure`` of the kind `misconfigured`, without an address in it.
    func validate() throws(CurlFailure) {
        guard !recipients.isEmpty, recipients.allSatisfy(Self.isMailbox), sender.isEmpty || Self.isMailbox(sender)
        else {
            throw CurlFailure(.misconfigured, .invalidRequest, detail: "the sender or a recipient is no mailbox")
        }
        guard hasWholeLineEnds else {
            throw CurlFailure(.misconfigured, .invalidRequest, detail: "a line of the message does not end in CRLF")
        }
    }

    /// Whether it can stand between < and >. Whether it is an address is for others to say.
    private static func isMailbox(_ text: String) -> Bool {
        // RFC 5321, 4.5.3.1: 64 and 255 and the @ between; other scripts take up to four bytes for a character.
        let isShort = text.utf8.count <= 4 * 320
        let isAddress = text.utf8.dropFirst().dropLast().contains(UInt8(ascii: "@"))
        return isShort && isAddress
            && text.unicodeScalars.allSatisfy { scalar in
                !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control && scalar != "<"
                    && scalar != ">"
            }
    }

    /// Whether no carriage return comes without a line feed and the other way round: servers differ about what such a line
    /// end is, so that one could take for a message's end what another takes for text.
    private var hasWholeLineEnds: Bool {
        var previous: UInt8 = 0
        for byte in content {
            if (previous == UInt8(ascii: "\r")) != (byte == UInt8(ascii: "\n")) { return false }
            previous = byte
        }
        return previous != UInt8(ascii: "\r")
    }
}
