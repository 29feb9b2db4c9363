#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A stream without TLS.
package final class PlainStream: ByteStream {
    private let socket: Socket

    package init(_ socket: Socket) { self.socket = socket }

    package var descriptor: Int32 { socket.descriptor }

    package var hasPending: Bool { false }

    package func handshake() -> ByteStreamResult { .moved(0) }

    package func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteStreamResult {
        result(of: unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0), waiting: .wantsRead)
    }

    package func write(_ bytes: UnsafeRawBufferPointer) -> ByteStreamResult {
        result(of: unsafe send(descriptor, bytes.baseAddress, bytes.count, Socket.noSignal), waiting: .wantsWrite)
    }

    package func shutdown() { socket.endWriting() }

    private func result(of count: Int, waiting: ByteStreamResult) -> ByteStreamResult {
        if count > 0 { return .moved(count) }
        if count == 0 { return .closed }
        let code = errno
        return switch code {
        case EAGAIN, EWOULDBLOCK, EINTR: waiting
        case ECONNRESET, EPIPE: .closed
        default: .failed(TLSFailure(.broken, Socket.text(of: code)))
        }
    }
}
