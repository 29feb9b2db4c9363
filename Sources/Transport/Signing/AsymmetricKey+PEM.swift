extension AsymmetricKey {
    /// Finds the private key in PEM text.
    ///
    /// - Throws: ``KeyError`` if there is none, or not exactly one, or one that cannot be read.
    static func privateKey(in text: String) throws(KeyError) -> AsymmetricKey {
        // OpenSSL's `ecparam -genkey` writes the name of the curve in a block of its own before the key.
        let parameters = #/-----BEGIN EC PARAMETERS-----[^-]*-----END EC PARAMETERS-----/#
        let text = text.replacing(parameters, with: "")
        // The old form of encryption is announced inside the block (RFC 1421, section 4.6.1.1).
        guard !text.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----"), !text.contains("Proc-Type: 4,ENCRYPTED") else {
            throw KeyError(
                .encrypted,
                "the key is encrypted with a password; the plain key is wanted (openssl pkey -in encrypted.pem -out plain.pem)"
            )
        }
        let pem = try PEM(text, wanted: "private key")
        let encoding: Encoding
        switch pem.label {
        case "PRIVATE KEY": encoding = .privateKeyInfo
        case "EC PRIVATE KEY": encoding = .ellipticPrivateKey
        case "RSA PRIVATE KEY": encoding = .rsaPrivateKey
        case "PUBLIC KEY", "RSA PUBLIC KEY":
            throw KeyError(.publicKey, "this is a public key, which cannot sign; the private key is wanted")
        case "CERTIFICATE":
            throw KeyError(.notAKey, "this is a certificate, which cannot sign; the private key is wanted")
        default:
            throw KeyError(
                .notAKey,
                "the PEM text is no private key; one that begins with -----BEGIN PRIVATE KEY----- is wanted"
            )
        }
        guard let key = AsymmetricKey(der: pem.bytes, encoding: encoding) else {
            throw KeyError(
                .unreadable,
                "the key is incomplete or damaged: it begins as a private key, but its content cannot be read"
            )
        }
        return key
    }

    /// Checks that a private key has the public half it says it has: one that was put together wrongly shows it here, and
    /// not as everyone's refusal of each signature.
    func requireMatchingHalves() throws(KeyError) {
        let probe = Array("probe".utf8)
        guard let signature = sign(probe), isValid(signature, for: probe) else {
            throw KeyError(.unreadable, "the key is damaged: its private and its public half do not belong together")
        }
    }

    /// Checks that ES256 can use the key.
    ///
    /// - Parameter wanted: What the key should be, `public key` or `private key`, for the error.
    func requireP256(_ wanted: String) throws(KeyError) {
        guard isElliptic else {
            throw KeyError(
                .algorithmMismatch,
                "the key is \(isRSA ? "an RSA key" : "no P-256 key"), but ES256 takes a P-256 \(wanted)"
            )
        }
        guard curve == "prime256v1" else {
            throw KeyError(.wrongCurve, "the key is on the curve \(curveName); ES256 takes P-256 (prime256v1)")
        }
    }

    /// Checks that RS256 can use the key.
    ///
    /// - Parameter wanted: What the key should be, `public key` or `private key`, for the error.
    func requireRSA(_ wanted: String) throws(KeyError) {
        guard isRSA else {
            throw KeyError(
                .algorithmMismatch,
                "the key is \(isElliptic ? "an elliptic curve key" : "no RSA key"), but RS256 takes an RSA \(wanted)"
            )
        }
        guard bits >= Self.minimumRSABits else {
            throw KeyError(.rsaTooShort, "the RSA key has \(bits) bits; RS256 takes at least \(Self.minimumRSABits)")
        }
    }

    /// The fewest bits of an RS256 key (RFC 7518, section 3.3).
    static let minimumRSABits = 2048
}
