internal import COpenSSL

/// A public key as OpenSSL holds it.
@safe final class PublicKey: Sendable {
    /// How the bytes of a public key are laid out.
    enum Encoding {
        /// SubjectPublicKeyInfo, "PUBLIC KEY" in PEM (RFC 5280).
        case subjectPublicKeyInfo

        /// RSAPublicKey, "RSA PUBLIC KEY" in PEM (RFC 8017).
        case rsa
    }

    // Written once, here; verifying only reads the key and takes its own reference to it, and OpenSSL counts
    // references atomically, so any number of threads may verify at once.
    nonisolated(unsafe) private let raw: OpaquePointer

    /// Reads a key; `nil` if the bytes are not exactly one key in that encoding.
    init?(der: [UInt8], encoding: Encoding) {
        let key = unsafe OpenSSL.call { () -> OpaquePointer? in
            unsafe der.withUnsafeBufferPointer { bytes in
                var next = bytes.baseAddress
                let key =
                    switch encoding {
                    case .subjectPublicKeyInfo: unsafe d2i_PUBKEY(nil, &next, bytes.count)
                    case .rsa: unsafe d2i_PublicKey(EVP_PKEY_RSA, nil, &next, bytes.count)
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

    deinit {
        unsafe EVP_PKEY_free(raw)
    }

    var isRSA: Bool { unsafe EVP_PKEY_is_a(raw, "RSA") == 1 }

    var isElliptic: Bool { unsafe EVP_PKEY_is_a(raw, "EC") == 1 }

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

    /// Whether `signature`, in the form OpenSSL knows (DER for ECDSA), is this key's for the SHA-256 of `message`.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        OpenSSL.call { unsafe DigestContext()?.verify(signature, for: message, with: raw) } == true
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

    func verify(_ signature: [UInt8], for message: [UInt8], with key: OpaquePointer) -> Bool {
        guard unsafe EVP_DigestVerifyInit(raw, nil, EVP_sha256(), nil, key) == 1 else { return false }
        return unsafe EVP_DigestVerify(raw, signature, signature.count, message, message.count) == 1
    }
}
