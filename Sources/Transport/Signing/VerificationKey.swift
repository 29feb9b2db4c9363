/// A key that checks signatures of one algorithm, and of no other.
///
/// Fixing the algorithm here, and not by what a token claims, is what makes algorithm confusion impossible: a public RSA
/// key is never used as an HMAC secret (RFC 8725, section 3.1). Printing a key shows its algorithm only.
package struct VerificationKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The fewest bytes of an HS256 secret: as many as the hash has (RFC 7518, section 3.2).
    package static let minimumSecretBytes = 32

    /// The one algorithm this key is for.
    package let algorithm: TokenAlgorithm

    private let material: Material

    private enum Material {
        case secret([UInt8])
        case elliptic(AsymmetricKey)
        case rsa(AsymmetricKey)
    }

    /// Reads a key as it stands in a configuration.
    ///
    /// - Parameters:
    ///   - text: For HS256 the secret itself, whose UTF-8 bytes are used as they are; for ES256 and RS256 a public key in
    ///     PEM, whose line ends may be LF, CRLF or written as `\n`.
    ///   - algorithm: The algorithm the tokens must be signed with.
    /// - Throws: ``KeyError`` if the text is not such a key, or a weak one.
    package init(_ text: String, for algorithm: TokenAlgorithm) throws(KeyError) {
        self.algorithm = algorithm
        material =
            switch algorithm {
            case .hs256: .secret(try Self.secret(text))
            case .es256: .elliptic(try Self.ellipticKey(text))
            case .rs256: .rsa(try Self.rsaKey(text))
            }
    }

    package var description: String { "\(algorithm.rawValue) key" }

    package var debugDescription: String { description }

    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Whether `signature`, in the form tokens carry it, is right for `message`.
    package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        switch material {
        case .secret(let secret):
            guard let code = MessageAuthenticationCode(of: message, secret: secret) else { return false }
            return constantTimeEquals(code.bytes, signature)
        case .elliptic(let key):
            guard let signature = EllipticSignature(raw: signature) else { return false }
            return key.isValid(signature.der, for: message)
        case .rsa(let key):
            return key.isValid(signature, for: message)
        }
    }
}

extension VerificationKey {
    private static func secret(_ text: String) throws(KeyError) -> [UInt8] {
        guard !text.contains("-----BEGIN ") else {
            throw KeyError(
                .algorithmMismatch,
                "the key is PEM text, but HS256 takes a shared secret; for a public key choose ES256 or RS256"
            )
        }
        guard text.utf8.count >= minimumSecretBytes else {
            throw KeyError(
                .secretTooShort,
                "the secret has \(text.utf8.count) bytes; HS256 takes at least \(minimumSecretBytes)"
            )
        }
        return Array(text.utf8)
    }

    private static func ellipticKey(_ text: String) throws(KeyError) -> AsymmetricKey {
        let key = try publicKey(text)
        try key.requireP256("public key")
        return key
    }

    private static func rsaKey(_ text: String) throws(KeyError) -> AsymmetricKey {
        let key = try publicKey(text)
        try key.requireRSA("public key")
        return key
    }

    private static func publicKey(_ text: String) throws(KeyError) -> AsymmetricKey {
        guard !text.contains("PRIVATE KEY-----") else {
            throw KeyError(
                .privateKey,
                "the key is a private key; tokens are checked with its public half (openssl pkey -in private.pem -pubout)"
            )
        }
        let pem = try PEM(text, wanted: "public key")
        let encoding: AsymmetricKey.Encoding
        switch pem.label {
        case "PUBLIC KEY": encoding = .subjectPublicKeyInfo
        case "RSA PUBLIC KEY": encoding = .rsaPublicKey
        case "CERTIFICATE":
            throw KeyError(
                .notAKey,
                "this is a certificate; its public key is wanted (openssl x509 -in certificate.pem -noout -pubkey)"
            )
        default:
            throw KeyError(
                .notAKey,
                "the PEM text is no public key; one that begins with -----BEGIN PUBLIC KEY----- is wanted"
            )
        }
        guard let key = AsymmetricKey(der: pem.bytes, encoding: encoding) else {
            throw KeyError(
                .unreadable,
                "the PEM text says it is a public key, but its content is damaged or of an unknown kind"
            )
        }
        return key
    }
}
