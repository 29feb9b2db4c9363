/// Finds what answers a method and a path. It knows nothing of what a handler is.
struct Router<Handler: Sendable>: Sendable {
    private struct Route {
        let method: HTTPMethod
        let pattern: RoutePattern
        let handler: Handler
    }

    /// In order of preference.
    private var routes: [Route] = []

    /// Adds a route. A route for GET also answers HEAD, unless HEAD has its own.
    ///
    /// - Precondition: the pattern is well-formed, and no other route has this method and the same paths.
    mutating func add(_ method: HTTPMethod, _ pattern: String, _ handler: Handler) {
        let pattern = RoutePattern(pattern)
        precondition(
            !routes.contains { $0.method == method && $0.pattern.coincides(with: pattern) },
            "two routes for \(method.rawValue) \(pattern.text)"
        )
        let place = routes.firstIndex { pattern.precedes($0.pattern) } ?? routes.endIndex
        routes.insert(Route(method: method, pattern: pattern, handler: handler), at: place)
    }

    /// The route for a method and a path's decoded segments.
    ///
    /// Among the routes that fit both, the one with the earliest fixed segment wins: `/v1/devices/batch` before
    /// `/v1/devices/{id}`. A route that fits the path alone never hides one that fits both.
    func match(_ method: HTTPMethod, _ path: [String]) -> RouteMatch<Handler> {
        let fitting = routes.lazy.compactMap { route in
            route.pattern.parameters(for: path).map { (route: route, parameters: $0) }
        }
        let methods = method == .head ? [.head, .get] : [method]
        for method in methods {
            if let (route, parameters) = fitting.first(where: { $0.route.method == method }) {
                return .found(route.handler, pattern: route.pattern.text, parameters: parameters)
            }
        }
        guard let pattern = fitting.first?.route.pattern.text else { return .notFound }
        var allowed = Set(fitting.map(\.route.method))
        if allowed.contains(.get) { allowed.insert(.head) }
        return .wrongMethod(pattern: pattern, allow: allowed.map(\.rawValue).sorted().joined(separator: ", "))
    }
}
