/// A request that has arrived completely.
struct HTTPRequest: Sendable {
    var method: HTTPMethod
    var target: HTTPTarget
    var headers: HTTPHeaders
    /// The body without its transfer coding; at most the server's body limit.
    var body: [UInt8]

    init(method: HTTPMethod, target: HTTPTarget, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The first value of a query item, or `nil` when the query does not name it.
    func query(_ name: String) -> String? {
        target.query.first { $0.name == name }?.value
    }
}
