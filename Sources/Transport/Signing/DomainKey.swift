/// A private key that signs mail for a domain (DKIM).
///
/// Keys are taken as people have them, as ``SigningKey`` does. Printing one shows its algorithm only.
package struct DomainKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The algorithms, closed: DKIM has these two.
    package enum Algorithm: String, CaseIterable, Sendable {
        /// RSA (PKCS #1 v1.5) with SHA-256 (RFC 6376, 3.3.1).
        case rsa = "rsa-sha256"

        /// Ed25519 over the SHA-256 of what is signed (RFC 8463, 3).
        case ed25519 = "ed25519-sha256"
    }

    /// The fewest bits of an RSA key; verifiers do not look at shorter ones (RFC 8301, 3.2).
    package static let minimumRSABits = 1024

    /// The algorithm, which is that of the key.
    package let algorithm: Algorithm

    private let key: AsymmetricKey

    /// Reads a private key.
    ///
    /// - Parameter text: The key in PEM; whatever stands around the block is skipped.
    /// - Throws: ``KeyError`` if the text is no such key, a weak one, or one whose halves do not belong together.
    package init(_ text: String) throws(KeyError) {
        let key = try AsymmetricKey.privateKey(in: text)
        if key.isEd25519 {
            algorithm = .ed25519
        } else {
            guard key.isRSA else {
                throw KeyError(
                    .algorithmMismatch,
                    "the key is \(key.isElliptic ? "an elliptic curve key" : "of an unknown kind"), but mail is signed "
                        + "with an RSA or Ed25519 private key"
                )
            }
            guard key.bits >= Self.minimumRSABits else {
                throw KeyError(
                    .rsaTooShort,
                    "the RSA key has \(key.bits) bits; mail is signed with at least \(Self.minimumRSABits)"
                )
            }
            algorithm = .rsa
        }
        try key.requireMatchingHalves()
        self.key = key
    }

    package var description: String { "\(algorithm.rawValue) signing key" }

    package var debugDescription: String { description }

    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Signs the SHA-256 of `message`.
    ///
    /// - Throws: ``KeyError`` only if OpenSSL has no memory left.
    package func sign(_ message: [UInt8]) throws(KeyError) -> [UInt8] {
        let signed =
            switch algorithm {
            case .rsa: message  // OpenSSL hashes it.
            case .ed25519: try Digest.sha256(of: message)
            }
        guard let signature = key.sign(signed) else {
            throw KeyError(.unusable, "OpenSSL could not sign with the key")
        }
        return signature
    }
}
