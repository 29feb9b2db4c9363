internal import COpenSSL

/// A public or private key as OpenSSL holds it.
@safe final class AsymmetricKey: Sendable {
    /// How the bytes of a key are laid out.
    enum Encoding {
        /// SubjectPublicKeyInfo, "PUBLIC KEY" in PEM (RFC 5280).
        case subjectPublicKeyInfo

        /// RSAPublicKey, "RSA PUBLIC KEY" in PEM (RFC 8017).
        case rsaPublicKey

        /// PrivateKeyInfo, "PRIVATE KEY" in PEM (PKCS #8, RFC 5958).
        case privateKeyInfo

        /// RSAPrivateKey, "RSA PRIVATE KEY" in PEM (PKCS #1, RFC 8017).
        case rsaPrivateKey

        /// ECPrivateKey, "EC PRIVATE KEY" in PEM (SEC 1, RFC 5915).
        case ellipticPrivateKey
    }

    // Written once, here; signing and verifying only read the key and take their own reference to it, and OpenSSL counts
    // references atomically, so any number of threads may use it at once.
    nonisolated(unsafe) private let raw: OpaquePointer

    /// Reads a key; `nil` if the bytes are not exactly one key in that encoding.
    init?(der: [UInt8], encoding: Encoding) {
        let key = unsafe OpenSSL.call { () -> OpaquePointer? in
            unsafe der.withUnsafeBufferPointer { bytes in
                var next = bytes.baseAddress
                let key =
                    switch encoding {
                    case .subjectPublicKeyInfo: unsafe d2i_PUBKEY(nil, &next, bytes.count)
                    case .rsaPublicKey: unsafe d2i_PublicKey(EVP_PKEY_RSA, nil, &next, bytes.count)
                    case .privateKeyInfo: unsafe Self.privateKey(&next, bytes.count)
                    case .rsaPrivateKey: unsafe d2i_PrivateKey(EVP_PKEY_RSA, nil, &next, bytes.count)
                    case .ellipticPrivateKey: unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &next, bytes.count)
                    }
                guard let key = unsafe key else { return nil }
                guard unsafe next == bytes.baseAddress?.advanced(by: bytes.count) else {
                    unsafe EVP_PKEY_free(key)
                    return nil
                }
                return unsafe key
            }
        }
        guard let key = unsafe key else { return nil }
        unsafe raw = key
    }

    private static func privateKey(_ next: inout UnsafePointer<UInt8>?, _ count: Int) -> OpaquePointer? {
        guard let info = unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &next, count) else { return nil }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        return unsafe EVP_PKCS82PKEY(info)
    }

    deinit {
        unsafe EVP_PKEY_free(raw)
    }

    var isRSA: Bool { unsafe EVP_PKEY_is_a(raw, "RSA") == 1 }

    var isElliptic: Bool { unsafe EVP_PKEY_is_a(raw, "EC") == 1 }

    var isEd25519: Bool { unsafe EVP_PKEY_is_a(raw, "ED25519") == 1 }

    /// The size of the key in bits: of the modulus, or of the curve's field.
    var bits: Int { Int(unsafe EVP_PKEY_get_bits(raw)) }

    /// OpenSSL's name of the curve; `nil` for other kinds of keys and for curves without a name.
    var curve: String? {
        var name = [UInt8](repeating: 0, count: 64)
        var length = 0
        let found = OpenSSL.call {
            unsafe name.withUnsafeMutableBytes {
                unsafe EVP_PKEY_get_group_name(raw, $0.baseAddress, $0.count, &length)
            }
        }
        guard found == 1, length <= name.count else { return nil }
        return String(decoding: name[..<length], as: UTF8.self)
    }

    /// The curve as people know it.
    var curveName: String {
        switch curve {
        case "prime256v1"?: "P-256 (prime256v1)"
        case "secp384r1"?: "P-384 (secp384r1)"
        case "secp521r1"?: "P-521 (secp521r1)"
        case let name?: name
        case nil: "without a name"
        }
    }

    /// What is hashed before it is signed: Ed25519 signs messages themselves.
    private var digest: OpaquePointer? { unsafe isEd25519 ? nil : EVP_sha256() }

    /// Signs the SHA-256 of `message`, or `message` itself for Ed25519, in the form OpenSSL knows (DER for ECDSA); `nil` if
    /// the key is a public one.
    func sign(_ message: [UInt8]) -> [UInt8]? {
        OpenSSL.call { unsafe DigestContext()?.sign(message, with: raw, digest: digest) }
    }

    /// Whether `signature`, in the form OpenSSL knows (DER for ECDSA), is this key's for what ``sign(_:)`` would sign.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        OpenSSL.call { unsafe DigestContext()?.verify(signature, for: message, with: raw, digest: digest) } == true
    }
}

/// A digest computation in progress; freed when it goes out of scope.
@safe private struct DigestContext: ~Copyable {
    private let raw: OpaquePointer

    init?() {
        guard let context = unsafe EVP_MD_CTX_new() else { return nil }
        unsafe raw = context
    }

    deinit {
        unsafe EVP_MD_CTX_free(raw)
    }

    func sign(_ message: [UInt8], with key: OpaquePointer, digest: OpaquePointer?) -> [UInt8]? {
        var length = 0
        guard
            unsafe EVP_DigestSignInit(raw, nil, digest, nil, key) == 1,
            unsafe EVP_DigestSign(raw, nil, &length, message, message.count) == 1
        else { return nil }
        // The first call tells the most bytes a signature may have, the second how many it has.
        var signature = [UInt8](repeating: 0, count: length)
        guard unsafe EVP_DigestSign(raw, &signature, &length, message, message.count) == 1 else { return nil }
        return Array(signature[..<length])
    }

    func verify(_ signature: [UInt8], for message: [UInt8], with key: OpaquePointer, digest: OpaquePointer?) -> Bool {
        guard unsafe EVP_DigestVerifyInit(raw, nil, digest, nil, key) == 1 else { return false }
        return unsafe EVP_DigestVerify(raw, signature, signature.count, message, message.count) == 1
    }
}
