/// The path of a route: fixed segments, and parameters in braces, as in `/v1/users/{user}/devices`.
struct RoutePattern: Hashable, Sendable {
    private enum Segment: Hashable {
        case fixed(String)
        case parameter(String)
    }

    /// The pattern as written; of a bounded number, so fit for a metric's label.
    let text: String
    private let segments: [Segment]

    /// - Precondition: `text` begins with a slash, has no empty segment, and names no parameter twice.
    init(_ text: String) {
        let parts = text == "/" ? [] : text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        segments = parts.map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? .parameter(String(part.dropFirst().dropLast())) : .fixed(String(part))
        }
        let names = parts.filter { $0.hasPrefix("{") }
        precondition(text.hasPrefix("/") && !parts.contains(where: \.isEmpty), "a malformed route: \(text)")
        precondition(Set(names).count == names.count, "a route with a repeated parameter: \(text)")
        self.text = text
    }

    /// The parameters' values when the path fits. A parameter takes any one segment that is not empty.
    func parameters(for path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, value) in zip(segments, path) {
            switch segment {
            case .fixed(let text):
                guard text == value else { return nil }
            case .parameter(let name):
                guard !value.isEmpty else { return nil }
                parameters[name] = value
            }
        }
        return parameters
    }

    /// Whether this pattern is to be preferred to another that fits the same path: fixed segments first, from the left.
    func precedes(_ other: RoutePattern) -> Bool {
        for (own, others) in zip(segments, other.segments) {
            switch (own, others) {
            case (.fixed, .parameter): return true
            case (.parameter, .fixed): return false
            default: continue
            }
        }
        return false
    }

    /// Whether every path that fits one fits the other too.
    func coincides(with other: RoutePattern) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { own, others in
                switch (own, others) {
                case (.fixed(let own), .fixed(let others)): own == others
                case (.parameter, .parameter): true
                default: false
                }
            }
    }
}
