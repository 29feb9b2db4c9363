/// Why an event was set aside.
public struct EventReason: Hashable, Sendable, CustomStringConvertible {
    /// The most characters of a detail; what is longer is cut.
    public static let detailLimit = 500

    /// One of a bounded set of names: `unknown-type`, `wrong-data`.
    public let code: String
    /// More about this event, for people: names what is wrong, and shows no value of the event.
    public let detail: String?

    /// Creates a reason.
    public init(_ code: String, detail: String? = nil) {
        self.code = code
        self.detail = detail.map { String($0.prefix(Self.detailLimit)) }
    }

    /// The code, and the detail if there is one: as stored and shown.
    public var description: String { detail.map { "\(code): \($0)" } ?? code }
}

extension EventReason {
    /// There is no notification of its type.
    public static let unknownType = EventReason("unknown-type")
    /// Its idempotency key was used for something else before.
    public static let idempotencyConflict = EventReason("idempotency-conflict")

    /// Nobody can be told: the user's id is missing or wrong.
    public static func wrongUser(_ detail: String) -> EventReason { EventReason("wrong-user", detail: detail) }

    /// Its payload is no JSON object.
    public static func undecodablePayload(_ detail: String) -> EventReason {
        EventReason("undecodable-payload", detail: detail)
    }

    /// Its payload lacks what a notification of its type needs.
    public static func wrongData(_ detail: String) -> EventReason { EventReason("wrong-data", detail: detail) }

    /// It was claimed this often and never concluded: whatever it is, it may bring down the hosts that try.
    public static func abandoned(after claims: Int) -> EventReason {
        EventReason("abandoned", detail: "it was taken up \(claims) times, and nothing came of it")
    }
}
