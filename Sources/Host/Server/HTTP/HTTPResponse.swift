/// What a handler answers.
///
/// `Content-Length` and `Date` are added when it is written, and the body is left out in an answer to HEAD.
struct HTTPResponse: Equatable, Sendable {
    /// The status code, 200 to 599.
    var status: Int
    var headers: HTTPHeaders
    var body: [UInt8]

    init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A JSON document that is already encoded.
    static func json(_ body: [UInt8], status: Int = 200, contentType: String = "application/json") -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": contentType], body: body)
    }

    /// Plain text in UTF-8.
    static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
    }
}
