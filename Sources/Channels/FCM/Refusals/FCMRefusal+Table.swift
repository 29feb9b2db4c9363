extension FCMRefusal {
    /// What a refusal is known by.
    enum Kind: Hashable, Sendable {
        /// The error code of an `FcmError` among the details, whatever the status.
        case code(String)
        /// The status without an `FcmError`, and its name (`google.rpc.Code`).
        case status(Int, String)
    }

    /// One line of the table.
    struct Row: Sendable {
        let kind: Kind
        let reaction: FCMReaction

        init(_ kind: Kind, _ reaction: FCMReaction) {
            self.kind = kind
            self.reaction = reaction
        }
    }

    /// Every refusal Google documents (Firebase, "FCM error codes"; google.rpc.Code), and what is done about it. A status
    /// alone never says anything about a token.
    static let table: [Row] = [
        Row(.code("INVALID_ARGUMENT"), .checkFields),
        Row(.code("UNREGISTERED"), .targetGone),
        Row(.code("SENDER_ID_MISMATCH"), .wrongProject),
        Row(.code("QUOTA_EXCEEDED"), .slowDown),
        Row(.code("UNAVAILABLE"), .retry),
        Row(.code("INTERNAL"), .retry),
        Row(.code("THIRD_PARTY_AUTH_ERROR"), .pauseThirdParties),
        // Its old name.
        Row(.code("APNS_AUTH_ERROR"), .pauseThirdParties),

        Row(.status(400, "INVALID_ARGUMENT"), .checkFields),
        Row(.status(400, "FAILED_PRECONDITION"), .giveUp),
        Row(.status(400, "OUT_OF_RANGE"), .giveUp),
        Row(.status(401, "UNAUTHENTICATED"), .renewToken),
        Row(.status(403, "PERMISSION_DENIED"), .pause),
        // The project does not exist, or the URL is another's.
        Row(.status(404, "NOT_FOUND"), .pause),
        Row(.status(409, "ABORTED"), .retry),
        Row(.status(429, "RESOURCE_EXHAUSTED"), .slowDown),
        Row(.status(499, "CANCELLED"), .retry),
        Row(.status(500, "INTERNAL"), .retry),
        Row(.status(500, "UNKNOWN"), .retry),
        Row(.status(500, "DATA_LOSS"), .retry),
        Row(.status(501, "UNIMPLEMENTED"), .retry),
        Row(.status(503, "UNAVAILABLE"), .retry),
        Row(.status(504, "DEADLINE_EXCEEDED"), .retry),
    ]

    private static let reactions = Dictionary(
        table.map { ($0.kind, $0.reaction) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The documented refusal that an answer is, if it is one. `UNSPECIFIED_ERROR` and codes that are new say nothing.
    static func kind(status: Int, name: String?, code: String?) -> Kind? {
        let kinds = [code.map(Kind.code), name.map { .status(status, $0) }]
        return kinds.lazy.compactMap(\.self).first { reactions[$0] != nil }
    }

    /// The reaction to a documented refusal, else the one that the status alone calls for.
    static func reaction(to kind: Kind?, status: Int) -> FCMReaction {
        if let kind, let known = reactions[kind] { return known }
        switch status {
        case 401: return .renewToken
        case 300..<400, 403, 404, 405, 407: return .pause
        case 429: return .slowDown
        case 408, 500...: return .retry
        default: return .giveUp
        }
    }

    /// A name for the refusal from a bounded set: a documented one in the spelling of our codes, such as
    /// `sender-id-mismatch`, or what its status says.
    var code: String {
        switch kind {
        case .code(let name), .status(_, let name): name.lowercased().replacing("_", with: "-")
        case nil:
            switch status {
            case 401: "unauthenticated"
            case 403: "permission-denied"
            case 404: "not-found"
            case 429: "resource-exhausted"
            case 500...: "server-error"
            default: "refused"
            }
        }
    }
}
