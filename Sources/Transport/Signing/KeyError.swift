/// Why a key cannot be used to sign or to check tokens.
///
/// Its description says what is wrong with the key and what would be right, and never shows any of the key.
package struct KeyError: Error, Hashable, CustomStringConvertible {
    /// The kinds of faults, closed: each is one that configuration can have.
    package enum Code: String, Sendable {
        /// A shared secret that is too short to be safe.
        case secretTooShort = "secret-too-short"
        /// No text at all.
        case empty
        /// Bytes that are no text: DER, PKCS #12 (.p12, .pfx), UTF-16.
        case binary
        /// Text that is not PEM.
        case notPEM = "not-pem"
        /// PEM that is cut off or damaged.
        case unreadable
        /// PEM with more than one block.
        case severalKeys = "several-keys"
        /// A private key, which has no business in a verifier.
        case privateKey = "private-key"
        /// A public key, which cannot sign.
        case publicKey = "public-key"
        /// A key that only a password opens.
        case encrypted
        /// A certificate, or something else that is PEM and no key.
        case notAKey = "not-a-key"
        /// A key of another algorithm than the configured one.
        case algorithmMismatch = "algorithm-mismatch"
        /// An elliptic curve other than P-256.
        case wrongCurve = "wrong-curve"
        /// An RSA key that is too short to be safe.
        case rsaTooShort = "rsa-too-short"
        /// OpenSSL could not sign with it.
        case unusable
    }

    /// The kind of fault.
    package let code: Code

    /// One sentence for the person who configures the key.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
