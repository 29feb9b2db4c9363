/// A private key that signs tokens with one algorithm.
///
/// Keys are taken as people have them: in PEM (PKCS #8, SEC 1 or PKCS #1), with any line ends, with `\n` written out, in
/// quotes. Printing a key shows its algorithm only.
package struct SigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The algorithms (RFC 7518, section 3), closed: push services ask for these two.
    package enum Algorithm: String, CaseIterable, Sendable {
        /// ECDSA on the curve P-256 with SHA-256: Apple's provider tokens.
        case es256 = "ES256"

        /// RSA (PKCS #1 v1.5) with SHA-256: Google's service accounts.
        case rs256 = "RS256"
    }

    /// The one algorithm this key signs with.
    package let algorithm: Algorithm

    private let key: AsymmetricKey

    /// Reads a private key.
    ///
    /// - Parameters:
    ///   - text: The key in PEM; whatever stands around the block is skipped.
    ///   - algorithm: What it is to sign with.
    /// - Throws: ``KeyError`` if the text is no such key, a weak one, or one whose halves do not belong together.
    package init(_ text: String, for algorithm: Algorithm) throws(KeyError) {
        let key = try AsymmetricKey.privateKey(in: text)
        switch algorithm {
        case .es256: try key.requireP256("private key")
        case .rs256: try key.requireRSA("private key")
        }
        try key.requireMatchingHalves()
        self.algorithm = algorithm
        self.key = key
    }

    /// Reads a private key from the content of a file, which may not be text at all.
    ///
    /// - Throws: ``KeyError``, as ``init(_:for:)`` does, and for content that is not UTF-8.
    package init(contents: [UInt8], for algorithm: Algorithm) throws(KeyError) {
        guard !contents.contains(0), let text = String(validating: contents, as: UTF8.self) else {
            throw KeyError(
                .binary,
                "the file is binary (.p12, .pfx, DER or UTF-16) and no PEM text; a private key that begins with "
                    + "-----BEGIN PRIVATE KEY----- is wanted, as in Apple's AuthKey_….p8"
            )
        }
        try self.init(text, for: algorithm)
    }

    package var description: String { "\(algorithm.rawValue) signing key" }

    package var debugDescription: String { description }

    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Signs `message`; the signature is in the form tokens carry.
    ///
    /// - Throws: ``KeyError`` only if OpenSSL has no memory or no random numbers left.
    func sign(_ message: [UInt8]) throws(KeyError) -> [UInt8] {
        if let signature = key.sign(message) {
            switch algorithm {
            case .rs256: return signature
            case .es256: if let signature = EllipticSignature(der: signature) { return signature.raw }
            }
        }
        throw KeyError(.unusable, "OpenSSL could not sign with the key")
    }
}
