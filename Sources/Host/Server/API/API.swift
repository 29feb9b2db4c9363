import FanfareCore

/// The HTTP API: finds the call a request is, asks who makes it, and answers.
struct API: Sendable {
    /// All calls.
    static let operations =
        DevicesAPI.operations + NotificationsAPI.operations + DeliveriesAPI.operations + HealthAPI.operations

    private let services: @Sendable () -> APIServices
    private let router: Router<APIOperation>

    /// - Parameter services: What calls work with; asked once for each call, so that a reload takes effect.
    init(services: @escaping @Sendable () -> APIServices) {
        self.services = services
        var router = Router<APIOperation>()
        for operation in Self.operations { router.add(operation.method, operation.path, operation) }
        self.router = router
    }

    /// Answers a request.
    func respond(to request: HTTPRequest) async -> HTTPResponse {
        let services = services()
        do {
            return try await answer(request, with: services)
        } catch {
            let problem = Problem(error)
            if problem.kind == .internalError || problem.kind == .storeUnavailable {
                services.failed(error, pattern(of: request) ?? "")
            }
            return problem.response
        }
    }

    /// Words an answer that the server gives itself.
    func rejection(_ rejection: HTTPRejection) -> HTTPResponse { Problem(rejection).response }

    /// The path of the call a request is, with its parameters in braces: one of a bounded set, so fit for the label of
    /// a metric. `nil` when there is no such path.
    func pattern(of request: HTTPRequest) -> String? {
        switch router.match(request.method, request.target.segments) {
        case .found(_, let pattern, _), .wrongMethod(let pattern, _): pattern
        case .notFound: nil
        }
    }

    private func answer(_ request: HTTPRequest, with services: APIServices) async throws -> HTTPResponse {
        switch router.match(request.method, request.target.segments) {
        case .found(let operation, _, let parameters):
            let caller = try caller(of: operation, request, services)
            let call = APICall(request: request, parameters: parameters, caller: caller, services: services)
            // What probes and scrapers append to defeat caches is none of our business.
            if operation.access != .everybody { try call.checkQuery(against: operation.query) }
            return try await operation.handler(call)
        case .wrongMethod(_, let allow):
            var problem = Problem(.methodNotAllowed, "the path takes \(allow)")
            problem.headers["Allow"] = allow
            throw problem
        case .notFound:
            throw Problem(.notFound, "there is no such path")
        }
    }

    private func caller(
        of operation: APIOperation,
        _ request: HTTPRequest,
        _ services: APIServices
    ) throws(Problem) -> Caller {
        guard operation.access != .everybody else { return .anybody }
        let caller = try services.authenticator.caller(request.headers, at: services.clock.now)
        guard operation.access.admits(caller) else {
            throw Problem(.forbidden, "a user token may register, list and delete its own user's devices only")
        }
        return caller
    }
}
