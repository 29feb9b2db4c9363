/// A request while it arrives: checks what the headers announce, and bounds the body.
struct HTTPRequestAssembly: Sendable {
    /// The request so far; its body never exceeds the limit.
    private(set) var request: HTTPRequest

    /// Why the request will not reach the handler.
    private(set) var rejection: HTTPRejection?

    /// Whether the headers say that a body follows.
    let announcesBody: Bool

    private let bodyLimit: Int
    private let announcedLength: Int
    private var surplus = 0

    /// - Parameters:
    ///   - request: what the headers say; its body is empty.
    ///   - bodyLimit: the longest body taken, in bytes.
    init(_ request: HTTPRequest, bodyLimit: Int) {
        self.request = request
        self.bodyLimit = bodyLimit
        let codings = request.headers.values("Transfer-Encoding")
        let lengths = request.headers.values("Content-Length")
        let length = lengths.first.map { Int($0) } ?? 0
        announcedLength = length ?? 0
        announcesBody = !codings.isEmpty || length != 0

        // Two statements of where a body ends are how requests are smuggled past a proxy (RFC 9112, 6.1 and 6.3).
        if codings.count + lengths.count > 1 {
            rejection = .badRequest(reason: "the length of the body must be stated once")
        } else if let coding = codings.first, coding.lowercased() != "chunked" {
            rejection = .badRequest(reason: "the only transfer coding taken is chunked")
        } else if let length {
            rejection = length > bodyLimit ? .bodyTooLarge(limit: bodyLimit) : nil
        } else {
            rejection = .badRequest(reason: "the length of the body is not a number")
        }
    }

    /// Takes a piece of the body.
    ///
    /// libmicrohttpd takes no answer in the middle of a body. A chunked body that proves too long is therefore read on
    /// without being kept, so that the client gets its 413; past four times the limit the connection is not worth it.
    ///
    /// - Returns: `false` when the connection should be dropped.
    mutating func append(_ bytes: some Collection<UInt8>) -> Bool {
        if rejection == nil, request.body.count + bytes.count > bodyLimit {
            rejection = .bodyTooLarge(limit: bodyLimit)
            surplus = request.body.count
            request.body = []
        }
        guard rejection == nil else {
            surplus += bytes.count
            return surplus / 4 <= bodyLimit
        }
        if request.body.isEmpty {
            request.body.reserveCapacity(announcedLength)
        } else if request.body.count + bytes.count > request.body.capacity {
            // Doubling on its own would reserve up to twice the limit.
            request.body.reserveCapacity(min(bodyLimit, 2 * (request.body.count + bytes.count)))
        }
        request.body.append(contentsOf: bytes)
        return true
    }
}
