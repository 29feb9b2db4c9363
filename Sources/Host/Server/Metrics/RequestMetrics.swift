/// What is counted of the HTTP API.
struct RequestMetrics: Sendable {
    /// What answers are told apart by.
    struct Key: Hashable, Sendable {
        let method: String
        let path: String
        let status: Int
    }

    /// As many patterns as are told apart: more than an API has, in case somebody passes paths.
    static let pathLimit = 200

    private(set) var counts: [Key: UInt64] = [:]
    private var paths: Set<String> = []

    /// Counts an answer.
    ///
    /// - Parameters:
    ///   - method: The request's method; one that no call of an API has counts as `other`.
    ///   - path: The pattern of the route that answered; nil counts as `other`.
    ///   - status: The answer's status.
    mutating func record(_ method: HTTPMethod, _ path: String?, _ status: Int) {
        counts[Key(method: method.label, path: label(for: path), status: status), default: 0] += 1
    }

    private mutating func label(for path: String?) -> String {
        guard let path else { return "other" }
        if paths.contains(path) { return path }
        guard paths.count < Self.pathLimit else { return "other" }
        paths.insert(path)
        return path
    }
}

extension HTTPMethod {
    fileprivate var label: String {
        switch self {
        case .get, .head, .post, .put, .patch, .delete: rawValue
        default: "other"
        }
    }
}
