/// How far a stream came.
package enum ByteStreamResult: Hashable, Sendable {
    /// This many bytes were read or written, at least one.
    case moved(Int)
    /// Nothing goes on until the socket is readable.
    case wantsRead
    /// Nothing goes on until the socket is writable.
    case wantsWrite
    /// The peer has closed the connection.
    case closed
    /// The connection is of no use any more.
    case failed(TLSFailure)
}
