internal import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
struct MessageAuthenticationCode {
    /// The 32 bytes of the code.
    let bytes: [UInt8]

    /// Computes the code of `message`; `nil` only if OpenSSL is out of memory.
    init?(of message: [UInt8], secret: [UInt8]) {
        var code = [UInt8](repeating: 0, count: 32)
        let done = OpenSSL.call {
            unsafe HMAC(EVP_sha256(), secret, Int32(secret.count), message, message.count, &code, nil) != nil
        }
        guard done == true else { return nil }
        bytes = code
    }
}
