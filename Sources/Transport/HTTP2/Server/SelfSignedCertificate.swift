internal import COpenSSL

/// A certificate for the loopback interface that nobody vouches for, with its key: made for one test and worth nothing.
package struct SelfSignedCertificate: Hashable, Sendable {
    /// The PEM text of the certificate, for the clients to trust.
    package let certificate: String
    /// The PEM text of the private key.
    package let key: String

    /// Makes a P-256 key and a certificate for `localhost`, 127.0.0.1 and ::1 that is valid from a day ago for ten days.
    ///
    /// - Throws: ``TLSFailure`` if the library cannot.
    package init() throws(TLSFailure) {
        guard OpenSSL.isReady else { throw TLSFailure(.unusable, "OpenSSL cannot be initialised") }
        ERR_clear_error()
        guard let key = unsafe fanfare_p256_generate() else { throw Self.failure() }
        defer { unsafe EVP_PKEY_free(key) }
        guard let certificate = unsafe X509_new() else { throw Self.failure() }
        defer { unsafe X509_free(certificate) }
        guard unsafe Self.fill(certificate, key) else { throw Self.failure() }
        guard let certificateText = unsafe Self.pem({ unsafe PEM_write_bio_X509($0, certificate) }),
            let keyText = unsafe Self.pem({ unsafe PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) })
        else { throw Self.failure() }
        self.certificate = certificateText
        self.key = keyText
    }

    private static func fill(_ certificate: OpaquePointer, _ key: OpaquePointer) -> Bool {
        let name = unsafe X509_get_subject_name(certificate)
        let number = Int(UInt32.random(in: 1...UInt32(Int32.max)))
        let day = 86_400
        guard unsafe X509_set_version(certificate, 2) == 1,
            unsafe ASN1_INTEGER_set(X509_get_serialNumber(certificate), number) == 1,
            unsafe X509_gmtime_adj(X509_getm_notBefore(certificate), -day) != nil,
            unsafe X509_gmtime_adj(X509_getm_notAfter(certificate), 9 * day) != nil,
            unsafe X509_NAME_add_entry_by_txt(name, "CN", fanfare_text_utf8(), "Fanfare test server", -1, -1, 0) == 1,
            unsafe X509_set_issuer_name(certificate, name) == 1,
            unsafe X509_set_pubkey(certificate, key) == 1
        else { return false }
        // A certificate that is its own authority, so that a client can be given it as the one to trust.
        let extensions = [
            (NID_basic_constraints, "critical,CA:TRUE"),
            (NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1"),
            (NID_key_usage, "critical,digitalSignature,keyCertSign"),
        ]
        for (kind, text) in extensions {
            guard let made = unsafe X509V3_EXT_conf_nid(nil, nil, kind, text) else { return false }
            defer { unsafe X509_EXTENSION_free(made) }
            guard unsafe X509_add_ext(certificate, made, -1) == 1 else { return false }
        }
        return unsafe X509_sign(certificate, key, EVP_sha256()) > 0
    }

    private static func pem(_ write: (OpaquePointer) -> Int32) -> String? {
        guard let sink = unsafe BIO_new(BIO_s_mem()) else { return nil }
        defer { unsafe BIO_free(sink) }
        guard unsafe write(sink) == 1 else { return nil }
        var bytes: UnsafeMutablePointer<CChar>?
        let count = unsafe fanfare_bio_contents(sink, &bytes)
        return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    private static func failure() -> TLSFailure {
        TLSFailure(.unusable, "a certificate cannot be made: OpenSSL: \(OpenSSL.takeError())")
    }
}
