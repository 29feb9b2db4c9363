internal import COpenSSL

/// An RSA key made for one test and worth nothing, with its public half.
package struct ThrowawayKeyPair: Sendable {
    /// The PEM text of the private key (PKCS #8).
    package let privateKey: String
    /// The PEM text of the public key.
    package let publicKey: String

    /// Makes a key of 2048 bits, which takes a fraction of a second.
    ///
    /// - Throws: ``KeyError`` if OpenSSL cannot.
    package init() throws(KeyError) {
        let texts = OpenSSL.call { () -> (String, String)? in
            guard let key = unsafe fanfare_rsa_generate() else { return nil }
            defer { unsafe EVP_PKEY_free(key) }
            guard let own = unsafe Self.pem({ unsafe PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) }),
                let shared = unsafe Self.pem({ unsafe PEM_write_bio_PUBKEY($0, key) })
            else { return nil }
            return (own, shared)
        }
        guard let texts else { throw KeyError(.unusable, "OpenSSL could not make a key") }
        (privateKey, publicKey) = texts
    }

    private static func pem(_ write: (OpaquePointer) -> Int32) -> String? {
        guard let sink = unsafe BIO_new(BIO_s_mem()) else { return nil }
        defer { unsafe BIO_free(sink) }
        guard unsafe write(sink) == 1 else { return nil }
        var bytes: UnsafeMutablePointer<CChar>?
        let count = unsafe fanfare_bio_contents(sink, &bytes)
        return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
