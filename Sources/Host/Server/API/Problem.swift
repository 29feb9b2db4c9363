import FanfareCore

/// An error as callers see it (RFC 9457).
struct Problem: Error, Hashable {
    /// What kind of problem it is.
    let kind: Kind
    /// What is wrong in this case; holds no secrets and nothing of the inside.
    let detail: String
    /// The field it is about: in the body, or among the query's parameters.
    var field: JSONPointer?
    /// Members beyond those of the RFC.
    var extensions: [String: JSONValue] = [:]
    /// Headers the answer must have beside its own.
    var headers: [String: String] = [:]

    init(_ kind: Kind, _ detail: String, at field: JSONPointer? = nil) {
        self.kind = kind
        self.detail = detail
        self.field = field
        switch kind {
        case .unauthorized: headers["WWW-Authenticate"] = "Bearer"
        case .storeUnavailable, .shuttingDown: headers["Retry-After"] = "5"
        default: break
        }
    }

    /// The document, as it also stands for one item of a list.
    var json: JSONValue {
        var members = extensions
        members["type"] = .string("/problems/\(kind.rawValue)")
        members["title"] = .string(kind.title)
        members["status"] = .number(JSONNumber(kind.status))
        members["detail"] = .string(detail)
        members["field"] = (field?.description).map { .string($0) }
        return .object(members)
    }

    var response: HTTPResponse {
        var response = HTTPResponse.json(
            json.compactBytes,
            status: kind.status,
            contentType: "application/problem+json"
        )
        for (name, value) in headers { response.headers[name] = value }
        return response
    }
}
