internal import FanfareCurl
internal import FanfareHTTP2
internal import FoundationEssentials

/// The way to a token endpoint: HTTP/1.1, or HTTP/2 where TLS finds it.
struct TokenServer: FCMPool {
    let client: CurlClient
    private let origin: String

    /// - Parameter client: A client for this server alone, so that its connections can be told apart.
    init(_ endpoint: HTTP2Endpoint, _ client: CurlClient) {
        let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
        origin = "\(endpoint.isSecure ? "https" : "http")://\(host):\(endpoint.port)"
        self.client = client
    }

    var openConnections: Int { client.openConnections }

    func send(_ request: HTTP2Request) async throws -> HTTP2Response {
        guard let url = URL(string: origin + request.path) else {
            throw HTTP2Failure(.misconfigured, .invalidRequest, detail: "the endpoint's URL is none")
        }
        let curl = CurlRequest(method: request.method, url: url, fields: request.fields.texts, body: request.body)
        do {
            let answer = try await client.send(curl)
            let fields = HTTP2AnswerFields(answer.fields.map { ($0, $1) })
            return HTTP2Response(status: answer.status, fields: fields, body: answer.body)
        } catch let failure as CurlFailure {
            throw HTTP2Failure(failure)
        }
    }
}

extension HTTP2Failure {
    /// The same in the words of the transport that messages take.
    fileprivate init(_ failure: CurlFailure) {
        let kind: Kind =
            switch failure.kind {
            case .notSent: .notSent
            case .uncertain: .uncertain
            case .misconfigured: .misconfigured
            }
        self.init(kind, failure.reason)
    }
}

extension HTTP2Fields {
    /// The fields as text, by name.
    fileprivate var texts: [String: String] {
        let pairs = positions.map { position in
            let value = position.start + position.nameLength
            return (
                String(decoding: bytes[position.start..<value], as: UTF8.self),
                String(decoding: bytes[value..<value + position.valueLength], as: UTF8.self)
            )
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
