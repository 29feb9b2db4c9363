import FanfareCore

/// One call of the API: what the router, the authentication and the OpenAPI document need to know of it.
///
/// There is one list of these, so that none of the three can know a call the others do not.
struct APIOperation: Sendable {
    /// Who may make a call.
    enum Access: Sendable {
        /// Everybody; no credential is looked at.
        case everybody
        /// The application's servers and its users.
        case users
        /// The application's servers.
        case application

        func admits(_ caller: Caller) -> Bool {
            switch (self, caller) {
            case (.everybody, _), (.users, .user), (_, .application): true
            default: false
            }
        }
    }

    /// A parameter of the query.
    struct Parameter: Sendable {
        let name: String
        let summary: String
        let schema: JSONValue
    }

    /// What a call answers with one status, problems aside.
    struct Answer: Sendable {
        let status: Int
        let summary: String
        /// The name of the body's schema; `nil` for an answer that is not JSON or has no body.
        var schema: String?
        /// `nil` for an answer without a body.
        var mediaType: String? = "application/json"
    }

    let method: HTTPMethod
    let path: String
    /// The call's name in the document, and so of the method in a generated client.
    let name: String
    let summary: String
    let access: Access
    var query: [Parameter] = []
    /// The name of the schema of the request's body.
    var body: String?
    let answers: [Answer]
    /// The statuses of problems that this call has beyond those that follow from its shape.
    var problems: [Int] = []
    let handler: @Sendable (APICall) async throws -> HTTPResponse
}
