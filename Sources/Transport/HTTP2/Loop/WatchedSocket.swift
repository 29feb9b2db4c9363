/// A socket and what it is watched for. Errors are always watched for and reported as both.
package struct WatchedSocket: Hashable, Sendable {
    /// The socket's number.
    package var descriptor: Int32
    /// Whether there is something to read from it.
    package var forReading: Bool
    /// Whether it takes more to be written.
    package var forWriting: Bool

    package init(_ descriptor: Int32, forReading: Bool, forWriting: Bool) {
        self.descriptor = descriptor
        self.forReading = forReading
        self.forWriting = forWriting
    }
}
