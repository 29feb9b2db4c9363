/// What a push service answered.
public struct HTTP2Response: Hashable, Sendable {
    /// The status.
    public let status: Int
    /// The header fields.
    public let fields: HTTP2AnswerFields
    /// The body, cut off at ``HTTP2PoolConfiguration/longestBody``.
    public let body: [UInt8]
    /// The connection it came over, for ``HTTP2Pool/retire(_:)``.
    public let connection: HTTP2ConnectionID

    /// Creates a response; the pool does, and tests of what is built on it.
    public init(
        status: Int,
        fields: HTTP2AnswerFields = [:],
        body: [UInt8] = [],
        connection: HTTP2ConnectionID = HTTP2ConnectionID(rawValue: 0)
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.connection = connection
    }
}
