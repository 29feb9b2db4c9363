public import FanfareCore

/// What is stored for the channels of `via .push`: `{"push": {…}}`.
///
/// The key tells a channel that the message is not of its own kind yet. A channel that carries neutral messages accepts
/// an envelope where it decodes its own message.
public struct PushEnvelope: Hashable, Sendable {
    /// The message.
    public var push: PushMessage

    /// Wraps a message.
    public init(_ push: PushMessage) { self.push = push }
}

extension PushEnvelope: JSONRepresentable {
    /// Reads an envelope.
    ///
    /// - Throws: `DecodingError` if it is none.
    public init(json: JSONValue) throws {
        guard let envelope = try PushEnvelope(ifPresentIn: json.members()) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "no envelope of a push")
            )
        }
        self = envelope
    }

    /// Reads an envelope; nil if the members are those of something else.
    package init?(ifPresentIn members: [String: JSONValue]) throws {
        guard let push = members["push"] else { return nil }
        self.init(try PushMessage(json: push))
    }

    /// The message under its key.
    public var json: JSONValue { ["push": push.json] }
}
