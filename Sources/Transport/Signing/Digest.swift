internal import COpenSSL

/// Hashes of bytes.
package enum Digest {
    /// The SHA-256 of `bytes` (FIPS 180-4), 32 bytes.
    ///
    /// - Throws: ``KeyError`` only if OpenSSL has no memory left.
    package static func sha256(of bytes: [UInt8]) throws(KeyError) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: 32)
        let done = OpenSSL.call { unsafe EVP_Digest(bytes, bytes.count, &hash, nil, EVP_sha256(), nil) }
        guard done == 1 else { throw KeyError(.unusable, "OpenSSL could not hash") }
        return hash
    }
}
