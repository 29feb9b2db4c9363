/// Something that happened, to be posted: a host makes a notification of it.
public struct EventDraft: Hashable, Sendable {
    /// The most bytes of a type, a user's id or an idempotency key, in UTF-8.
    public static let nameLimit = 255
    /// The most bytes of a payload.
    public static let payloadLimit = 1 << 20

    /// The kind of notification it calls for.
    public let type: NotificationType
    /// Whom to tell.
    public let user: RecipientID
    /// What the notification's placeholders are filled with: a JSON object.
    public let payload: Payload
    /// Makes repeats harmless, as with ``DeliveryOptions/idempotencyKey``.
    public let idempotencyKey: String?

    /// Creates an event.
    public init(type: NotificationType, user: RecipientID, payload: Payload, idempotencyKey: String? = nil) {
        self.type = type
        self.user = user
        self.payload = payload
        self.idempotencyKey = idempotencyKey
    }

    /// Checks what a store cannot hold; whether a notification can be made of it is found out later. Stores ask it
    /// before they store anything.
    ///
    /// - Throws: ``InvalidEvent`` for a text that is too long or holds U+0000.
    public func check() throws(InvalidEvent) {
        try Self.check(type.rawValue.utf8, upTo: Self.nameLimit, "type")
        try Self.check(user.rawValue.utf8, upTo: Self.nameLimit, "user")
        try Self.check(payload.json, upTo: Self.payloadLimit, "payload")
        try Self.check((idempotencyKey ?? "").utf8, upTo: Self.nameLimit, "idempotency key")
    }

    private static func check(
        _ bytes: some Collection<UInt8>,
        upTo limit: Int,
        _ name: String
    ) throws(InvalidEvent) {
        guard bytes.count <= limit else {
            throw InvalidEvent("the event's \(name) has \(bytes.count) bytes; at most \(limit) are allowed")
        }
        guard !bytes.contains(0) else { throw InvalidEvent("the event's \(name) holds U+0000") }
    }
}
