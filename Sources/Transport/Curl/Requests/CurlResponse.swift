/// What a server answered.
package struct CurlResponse: Hashable, Sendable {
    /// The status.
    package let status: Int
    /// The header fields, by their names in lower case. Of a field that came twice the first value counts.
    package let fields: [String: String]
    /// The whole body.
    package let body: [UInt8]

    /// Creates a response; the client does, and tests of what is built on it.
    package init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
