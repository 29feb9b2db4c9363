/// What a server for tests does about what happens.
///
/// All is called on the server's thread, which serves nobody meanwhile: nothing here may block.
package protocol HTTP2ServerBehaviour: Sendable {
    /// A connection is ready. The first SETTINGS are those allowed here, or empty.
    func connected(_ connection: Int) -> [HTTP2ServerAction]

    /// A request has arrived completely.
    func received(_ request: HTTP2ReceivedRequest) -> [HTTP2ServerAction]

    /// The client gave up a request that was not answered (RST_STREAM).
    func abandoned(stream: Int32, on connection: Int, code: UInt32)

    /// A connection is gone.
    func disconnected(_ connection: Int)
}
