internal import FoundationEssentials

/// One block of PEM text (RFC 7468), as people really have it.
///
/// Line ends may be LF, CRLF, spaces, or written out as `\n` by whatever carried the text through an environment
/// variable or a JSON file, once or twice; a byte order mark, quotes and explanatory text around the block are skipped.
struct PEM {
    /// What the block says it is, such as `PUBLIC KEY`.
    let label: String

    /// The decoded content.
    let bytes: [UInt8]

    /// Finds the block.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - wanted: What the text should be, `public key` or `private key`, for the error.
    /// - Throws: ``KeyError`` if there is no block, more than one, or one that is cut off or not base64.
    init(_ text: String, wanted: String) throws(KeyError) {
        let text = text.replacing(#/\\+r/#, with: "").replacing(#/\\+n/#, with: "\n")
        guard let block = text.firstMatch(of: #/-----BEGIN ([A-Z0-9 ]+)-----/#) else {
            throw text.allSatisfy(\.isWhitespace)
                ? KeyError(.empty, "the key is empty; a \(wanted) in PEM is wanted")
                : KeyError(
                    .notPEM,
                    "the key is not PEM text; a \(wanted) that begins with -----BEGIN \(wanted.uppercased())----- is wanted"
                )
        }
        label = String(block.1)
        let content = text[block.range.upperBound...]
        guard let end = content.firstRange(of: "-----END \(label)-----") else {
            throw KeyError(.unreadable, "the key is incomplete: its line -----END \(label)----- is missing")
        }
        guard content[end.upperBound...].firstRange(of: "-----BEGIN ") == nil else {
            throw KeyError(.severalKeys, "the PEM text has more than one block; exactly one \(wanted) is wanted")
        }
        let base64 = content[..<end.lowerBound].filter { !$0.isWhitespace }
        guard let data = Data(base64Encoded: base64), !data.isEmpty else {
            throw KeyError(
                .unreadable,
                "the key is incomplete or damaged: between its BEGIN and END lines is not base64 text"
            )
        }
        bytes = Array(data)
    }
}
