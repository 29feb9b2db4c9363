/// What is stored for the channels of `via .push`: `{"push": {…}}`.
///
/// The key tells a channel that the message is not of its own kind yet. A channel that carries neutral messages accepts
/// an envelope where it decodes its own message.
public struct PushEnvelope: Hashable, Codable, Sendable {
    /// The message.
    public var push: PushMessage

    /// Wraps a message.
    public init(_ push: PushMessage) { self.push = push }
}
