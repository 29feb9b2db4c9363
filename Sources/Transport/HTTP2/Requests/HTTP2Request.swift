/// A request to a push service.
public struct HTTP2Request: Hashable, Sendable {
    /// The method.
    public var method: String
    /// The path with its query. It must begin with a slash and hold printable ASCII only, or the request is refused.
    public var path: String
    /// The header fields, without the four that begin with a colon.
    public var fields: HTTP2Fields
    /// The body. Requests that share it share its memory.
    public var body: [UInt8]

    /// Creates a request.
    public init(method: String = "POST", path: String, fields: HTTP2Fields = HTTP2Fields(), body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.fields = fields
        self.body = body
    }
}
