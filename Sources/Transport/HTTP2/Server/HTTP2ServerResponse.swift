/// What a server for tests answers.
package struct HTTP2ServerResponse: Hashable, Sendable {
    package var status: Int
    package var fields: HTTP2Fields
    package var body: [UInt8]

    package init(status: Int, fields: HTTP2Fields = HTTP2Fields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
