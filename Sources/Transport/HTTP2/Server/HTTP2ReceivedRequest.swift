/// A request as it arrived at a server for tests.
package struct HTTP2ReceivedRequest: Hashable, Sendable {
    /// A header field. Bytes that are no UTF-8 are replaced.
    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The connection, counted from 1 in the order of opening.
    package let connection: Int
    package let stream: Int32
    /// The fields in the order they were sent, those that begin with a colon and those sent twice included.
    package let fields: [Field]
    /// The body, cut off at ``HTTP2ServerConfiguration/longestBody``.
    package let body: [UInt8]
    /// How long the body was.
    package let bodyLength: Int
}
