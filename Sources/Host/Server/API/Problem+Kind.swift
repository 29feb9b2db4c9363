extension Problem {
    /// The kinds of problems, each with its status. The raw values are the ends of the type URIs and stay as they are.
    enum Kind: String, CaseIterable, Sendable {
        case malformedRequest = "malformed-request"
        case malformedJSON = "malformed-json"
        case invalidField = "invalid-field"
        case unauthorized
        case forbidden
        case notFound = "not-found"
        case methodNotAllowed = "method-not-allowed"
        case idempotencyConflict = "idempotency-conflict"
        case notRetryable = "not-retryable"
        case bodyTooLarge = "body-too-large"
        case internalError = "internal-error"
        case storeUnavailable = "store-unavailable"
        case shuttingDown = "shutting-down"

        /// The status code of the answer.
        var status: Int {
            switch self {
            case .malformedRequest, .malformedJSON, .invalidField: 400
            case .unauthorized: 401
            case .forbidden: 403
            case .notFound: 404
            case .methodNotAllowed: 405
            case .idempotencyConflict, .notRetryable: 409
            case .bodyTooLarge: 413
            case .internalError: 500
            case .storeUnavailable, .shuttingDown: 503
            }
        }

        /// The kind in words, the same in every case.
        var title: String {
            switch self {
            case .malformedRequest: "The request is malformed"
            case .malformedJSON: "The body is not JSON"
            case .invalidField: "A field is not as it must be"
            case .unauthorized: "A valid credential is needed"
            case .forbidden: "The credential does not allow this"
            case .notFound: "There is no such thing"
            case .methodNotAllowed: "The path does not take this method"
            case .idempotencyConflict: "The idempotency key belongs to another call"
            case .notRetryable: "The delivery cannot be tried again"
            case .bodyTooLarge: "The body is too large"
            case .internalError: "The server failed"
            case .storeUnavailable: "The store is away"
            case .shuttingDown: "The server is stopping"
            }
        }
    }
}
