/// What a router found. Closed on purpose: found, 405 and 404 are all there is.
enum RouteMatch<Handler: Sendable>: Sendable {
    /// The handler, its pattern as written, and the values of the pattern's parameters.
    case found(Handler, pattern: String, parameters: [String: String])
    /// Routes fit the path but not the method (405); `allow` is the value of the `Allow` header.
    case wrongMethod(pattern: String, allow: String)
    /// No route fits the path (404).
    case notFound
}
