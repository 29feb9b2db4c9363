internal import FanfareCore
internal import FanfareSigning

/// Signs mail in the name of a domain, so that receivers can tell it from forged mail (DKIM, RFC 6376).
///
/// The public half of the key stands in the DNS, in the TXT record of `selector._domainkey.domain`. Receivers that follow
/// DMARC look whether the domain is that of the sender, too.
struct DKIMSigner: Sendable {
    /// The domain in whose name is signed (`d`).
    let domain: String
    /// Which of the domain's keys it is (`s`).
    let selector: String
    let key: DomainKey

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - domain: The domain in whose name is signed, such as `example.com`.
    ///   - selector: Which of the domain's keys it is, such as `2026a`.
    ///   - key: The private key in PEM: RSA of at least 1024 bits (2048 are usual), or Ed25519 (RFC 8463), which not all
    ///     receivers know.
    /// - Throws: ``DKIMSignerError``.
    init(domain: String, selector: String, key: Secret<String>) throws(DKIMSignerError) {
        do {
            self.domain = try MailDomain.ascii(Array(domain.unicodeScalars)[...], at: 1)
        } catch {
            throw DKIMSignerError("domain", "is no domain: \(error.description)")
        }
        guard Self.isSelector(selector) else {
            throw DKIMSignerError("selector", "is not made of letters, digits and hyphens, with dots between them")
        }
        self.selector = selector
        do {
            self.key = try DomainKey(key.reveal())
        } catch {
            throw DKIMSignerError("key", error.description)
        }
    }

    /// RFC 6376, 3.1; underscores, which it does not have, are in use.
    private static func isSelector(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count)
                && label.allSatisfy { byte in
                    switch Unicode.Scalar(byte) {
                    case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
                    default: false
                    }
                }
        }
    }
}
