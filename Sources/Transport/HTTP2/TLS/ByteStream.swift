/// The bytes of one connection, with or without TLS, which never block.
///
/// A stream belongs to one thread. It owns its socket, which is closed when the stream is let go.
package protocol ByteStream: AnyObject {
    /// The socket, for `poll`.
    var descriptor: Int32 { get }

    /// Whether bytes were taken from the socket that no ``read(into:)`` has returned yet: `poll` knows nothing of them.
    var hasPending: Bool { get }

    /// Brings the handshake forward; ``ByteStreamResult/moved(_:)`` once it is done.
    func handshake() -> ByteStreamResult

    /// Reads what is there, at most as much as fits.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteStreamResult

    /// Writes what the socket takes now. What was not taken is offered again by the caller, with the same bytes.
    func write(_ bytes: UnsafeRawBufferPointer) -> ByteStreamResult

    /// Says goodbye, as far as that is possible without waiting. Nothing is written after it.
    func shutdown()
}
