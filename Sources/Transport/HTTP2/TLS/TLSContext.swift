internal import COpenSSL

/// What all TLS connections of one side have in common: whom they trust, or who they are.
///
/// TLS 1.2 or later, and HTTP/2 as the only protocol (ALPN `h2`).
///
/// It is safe to send: the library allows a context to be used by several threads (SSL_CTX_new(3)), and once it is made
/// nothing changes it.
@safe package final class TLSContext: @unchecked Sendable {
    private let context: OpaquePointer
    private let socketMethod: OpaquePointer
    private let isServer: Bool

    private init(isServer: Bool) throws(TLSFailure) {
        guard OpenSSL.isReady else { throw TLSFailure(.unusable, "OpenSSL cannot be initialised") }
        ERR_clear_error()
        guard let context = unsafe SSL_CTX_new(isServer ? TLS_server_method() : TLS_client_method()) else {
            throw TLSFailure(.unusable, "OpenSSL: \(OpenSSL.takeError())")
        }
        guard unsafe fanfare_tls_prepare(context) == 1, let method = unsafe fanfare_bio_method() else {
            unsafe SSL_CTX_free(context)
            throw TLSFailure(.unusable, "OpenSSL: \(OpenSSL.takeError())")
        }
        unsafe self.context = context
        unsafe self.socketMethod = method
        self.isServer = isServer
    }

    deinit {
        unsafe SSL_CTX_free(context)
        unsafe BIO_meth_free(socketMethod)
    }

    /// The context of clients.
    ///
    /// - Parameter file: A PEM file with certificates that are trusted beside those the system trusts.
    /// - Throws: ``TLSFailure`` when the file cannot be used.
    package static func client(trusting file: String? = nil) throws(TLSFailure) -> TLSContext {
        let made = try TLSContext(isServer: false)
        unsafe SSL_CTX_set_verify(made.context, SSL_VERIFY_PEER, nil)
        // A system without certificates is found out by the first handshake, which says what it misses.
        unsafe _ = SSL_CTX_set_default_verify_paths(made.context)
        ERR_clear_error()
        if let file, unsafe SSL_CTX_load_verify_file(made.context, file) != 1 {
            throw TLSFailure(.unusable, "no certificate can be read from the file \(file): \(OpenSSL.takeError())")
        }
        let protocols: [UInt8] = [2, UInt8(ascii: "h"), UInt8(ascii: "2")]
        guard unsafe SSL_CTX_set_alpn_protos(made.context, protocols, UInt32(protocols.count)) == 0 else {
            throw TLSFailure(.unusable, "OpenSSL: \(OpenSSL.takeError())")
        }
        return made
    }

    /// The context of a server.
    ///
    /// - Parameters:
    ///   - certificates: PEM texts of its certificate and of those that connect it with one the clients trust.
    ///   - key: The PEM text of its private key.
    /// - Throws: ``TLSFailure`` when one of them cannot be used.
    package static func server(certificates: String, key: String) throws(TLSFailure) -> TLSContext {
        let made = try TLSContext(isServer: true)
        ERR_clear_error()
        guard made.use(PEMText(certificates)) else {
            throw TLSFailure(.unusable, "the server's certificates: \(OpenSSL.takeError())")
        }
        guard let key = unsafe PEMText(key).key() else {
            throw TLSFailure(.unusable, "the server's key: \(OpenSSL.takeError())")
        }
        defer { unsafe EVP_PKEY_free(key) }
        guard unsafe SSL_CTX_use_PrivateKey(made.context, key) == 1, unsafe SSL_CTX_check_private_key(made.context) == 1
        else { throw TLSFailure(.unusable, "the server's key: \(OpenSSL.takeError())") }
        unsafe fanfare_tls_accept_h2(made.context)
        return made
    }

    /// A stream over a connected socket.
    ///
    /// - Parameter host: Whom a client expects on the other side, a name or an IP address. A server leaves it out.
    /// - Throws: ``TLSFailure`` when the host's name cannot be one.
    package func stream(over socket: Socket, to host: String? = nil) throws(TLSFailure) -> TLSStream {
        ERR_clear_error()
        guard let tls = unsafe SSL_new(context), unsafe fanfare_tls_attach(tls, socketMethod, socket.descriptor) == 1
        else { throw TLSFailure(.broken, "OpenSSL: \(OpenSSL.takeError())") }
        let stream = unsafe TLSStream(tls, over: socket, in: self)
        if isServer {
            unsafe SSL_set_accept_state(tls)
            return stream
        }
        // Without a host nothing would be verified but that somebody is trusted.
        guard let host, !host.isEmpty, unsafe fanfare_tls_expect(tls, host) == 1 else {
            throw TLSFailure(.untrusted, "'\(host ?? "")' is no name of a host")
        }
        unsafe SSL_set_connect_state(tls)
        return stream
    }

    private func use(_ text: borrowing PEMText) -> Bool {
        guard let first = unsafe text.certificate() else { return false }
        defer { unsafe X509_free(first) }
        guard unsafe SSL_CTX_use_certificate(context, first) == 1 else { return false }
        while let next = unsafe text.certificate() {
            guard unsafe fanfare_tls_add_chain_certificate(context, next) == 1 else {
                unsafe X509_free(next)
                return false
            }
        }
        ERR_clear_error()
        return true
    }
}
