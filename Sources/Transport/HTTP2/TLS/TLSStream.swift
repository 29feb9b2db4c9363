internal import COpenSSL

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A stream over TLS.
@safe package final class TLSStream: ByteStream {
    // The context owns what the handle refers to, so it must be there as long as the handle.
    private let context: TLSContext
    private let socket: Socket
    private let tls: OpaquePointer
    private var isUsable = true

    /// Takes over a handle that is attached to the socket.
    init(_ tls: OpaquePointer, over socket: Socket, in context: TLSContext) {
        unsafe self.tls = tls
        self.socket = socket
        self.context = context
    }

    deinit { unsafe SSL_free(tls) }

    package var descriptor: Int32 { socket.descriptor }

    package var hasPending: Bool { unsafe SSL_has_pending(tls) == 1 || BIO_ctrl_pending(SSL_get_rbio(tls)) > 0 }

    package func handshake() -> ByteStreamResult {
        let result = result(of: attempt { unsafe SSL_do_handshake(tls) })
        guard case .moved = result else { return result }
        guard speaksHTTP2 else { return fail(TLSFailure(.noHTTP2, "the server did not agree on HTTP/2 (ALPN h2)")) }
        return .moved(0)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteStreamResult {
        let room = Int32(clamping: buffer.count)
        return result(of: attempt { unsafe SSL_read(tls, buffer.baseAddress, room) })
    }

    package func write(_ bytes: UnsafeRawBufferPointer) -> ByteStreamResult {
        let count = Int32(clamping: bytes.count)
        return result(of: attempt { unsafe SSL_write(tls, bytes.baseAddress, count) })
    }

    package func shutdown() {
        // After a fatal error the library forbids it.
        if isUsable { _ = attempt { unsafe SSL_shutdown(tls) } }
    }

    /// Calls the library with an empty error queue: what an unrelated call left in it would be read as this call's error.
    private func attempt(_ call: () -> Int32) -> Int32 {
        ERR_clear_error()
        errno = 0
        return call()
    }

    private func result(of returned: Int32) -> ByteStreamResult {
        if returned > 0 { return .moved(Int(returned)) }
        let code = errno
        switch unsafe SSL_get_error(tls, returned) {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        case SSL_ERROR_ZERO_RETURN: return .closed
        case SSL_ERROR_SYSCALL:
            isUsable = false
            let isGone = code == 0 || code == ECONNRESET || code == EPIPE
            return isGone ? .closed : .failed(TLSFailure(.broken, Socket.text(of: code)))
        default: return libraryError()
        }
    }

    /// What the error queue says, and in the case of a certificate what exactly is wrong with it.
    private func libraryError() -> ByteStreamResult {
        let error = ERR_peek_error()
        defer { ERR_clear_error() }
        if fanfare_tls_is_end_of_file(error) != 0 {
            isUsable = false
            return .closed
        }
        if fanfare_tls_is_no_protocol(error) != 0 {
            return fail(TLSFailure(.noHTTP2, "the server does not speak HTTP/2 (it refused ALPN h2)"))
        }
        let verdict = unsafe SSL_get_verify_result(tls)
        if verdict != X509_V_OK, let text = unsafe X509_verify_cert_error_string(verdict) {
            return fail(TLSFailure(.untrusted, "the server's certificate: \(unsafe String(cString: text))"))
        }
        return fail(TLSFailure(.broken, "TLS: \(OpenSSL.text(of: error))"))
    }

    private func fail(_ failure: TLSFailure) -> ByteStreamResult {
        isUsable = false
        return .failed(failure)
    }

    private var speaksHTTP2: Bool {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(tls, &name, &count)
        return unsafe UnsafeBufferPointer(start: name, count: Int(count)).elementsEqual("h2".utf8)
    }
}
