extension APNsRefusal {
    /// What Apple documents a refusal by.
    struct Kind: Hashable, Sendable {
        let status: Int
        let reason: String
    }

    /// One line of the table.
    struct Row: Sendable {
        let kind: Kind
        let reaction: APNsReaction

        init(_ status: Int, _ reason: String, _ reaction: APNsReaction) {
            kind = Kind(status: status, reason: reason)
            self.reaction = reaction
        }
    }

    /// Every refusal Apple documents ("Handling notification responses from APNs"), and what is done about it.
    static let table: [Row] = [
        Row(400, "BadCollapseId", .giveUp),
        Row(400, "BadDeviceToken", .badToken),
        Row(400, "BadExpirationDate", .giveUp),
        Row(400, "BadMessageId", .giveUp),
        Row(400, "BadPriority", .giveUp),
        Row(400, "BadTopic", .pause),
        Row(400, "DeviceTokenNotForTopic", .wrongTopic),
        Row(400, "DuplicateHeaders", .giveUp),
        Row(400, "IdleTimeout", .reconnect),
        Row(400, "InvalidPushType", .giveUp),
        Row(400, "MissingDeviceToken", .giveUp),
        Row(400, "MissingTopic", .pause),
        Row(400, "PayloadEmpty", .giveUp),
        Row(400, "TopicDisallowed", .pause),
        Row(403, "BadCertificate", .pause),
        Row(403, "BadCertificateEnvironment", .pause),
        Row(403, "BadEnvironmentKeyIdInToken", .pause),
        // Not documented, but seen.
        Row(403, "BadEnvironmentKeyInToken", .pause),
        Row(403, "ExpiredProviderToken", .renewToken),
        Row(403, "Forbidden", .pause),
        Row(403, "InvalidProviderToken", .pause),
        Row(403, "MissingProviderToken", .pause),
        // The key needs a connection that no other key was used on.
        Row(403, "UnrelatedKeyIdInToken", .reconnect),
        Row(404, "BadPath", .giveUp),
        Row(405, "MethodNotAllowed", .giveUp),
        Row(410, "ExpiredToken", .deviceGone),
        Row(410, "Unregistered", .deviceGone),
        Row(413, "PayloadTooLarge", .giveUp),
        // The token there is stays in use: another one would make it worse.
        Row(429, "TooManyProviderTokenUpdates", .reconnect),
        Row(429, "TooManyRequests", .slowDown),
        Row(500, "InternalServerError", .retry),
        Row(503, "ServiceUnavailable", .reconnect),
        Row(503, "Shutdown", .reconnect),
    ]

    private static let reactions = Dictionary(
        table.map { ($0.kind, $0.reaction) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The reaction to a documented refusal, else the one that its status alone calls for.
    static func reaction(to status: Int, _ reason: String?) -> APNsReaction {
        if let reason, let known = reactions[Kind(status: status, reason: reason)] { return known }
        switch status {
        // Apple keeps adding reasons of this form, and each is about the signing key.
        case 403 where reason?.hasSuffix("InToken") ?? false: return .pause
        case 410: return .deviceGone
        case 408, 429, 500...: return .retry
        default: return .giveUp
        }
    }

    /// A name for the refusal from a bounded set: a documented reason in the spelling of our codes, such as
    /// `bad-device-token`, or what its status says.
    var code: String {
        if let reason, let known = Self.codes[Kind(status: status, reason: reason)] { return known }
        switch status {
        case 410: return "unregistered"
        case 429: return "too-many-requests"
        case 500...: return "server-error"
        default: return "refused"
        }
    }

    private static let codes = Dictionary(
        table.map { ($0.kind, code(for: $0.kind.reason)) },
        uniquingKeysWith: { first, _ in first }
    )

    private static func code(for reason: String) -> String {
        reason.reduce(into: "") { code, letter in
            if letter.isUppercase, !code.isEmpty { code += "-" }
            code += letter.lowercased()
        }
    }
}
