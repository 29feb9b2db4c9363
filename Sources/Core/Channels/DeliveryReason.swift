/// Why a delivery is where it is.
public struct DeliveryReason: Hashable, Codable, Sendable, CustomStringConvertible {
    /// One of a bounded set of names, fit for a metric label: `unregistered`, `handed-over`.
    public let code: String
    /// More about this case, for people. Never holds a token, an address or a payload.
    public let detail: String?

    /// Creates a reason.
    ///
    /// - Parameters:
    ///   - code: One of a bounded set of names; never something a provider or a user can choose freely.
    ///   - detail: More about this case, for people.
    public init(_ code: String, detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    /// The code, and the detail if there is one.
    public var description: String { detail.map { "\(code): \($0)" } ?? code }
}

extension DeliveryReason {
    /// The device belongs to another user now.
    public static let handedOver = DeliveryReason("handed-over")
    /// The device was deleted, signed out or set aside.
    public static let routeRemoved = DeliveryReason("route-removed")
    /// The operating system does not let the app show notifications.
    public static let notAuthorized = DeliveryReason("not-authorized")
    /// The message was no longer worth delivering.
    public static let expired = DeliveryReason("expired")
    /// Somebody cancelled the notification.
    public static let cancelled = DeliveryReason("cancelled")
    /// The worker that held the delivery went away at the last attempt; it may have been sent.
    public static let leaseExpired = DeliveryReason("lease-expired")
    /// The stored message cannot be read by this version of the channel.
    public static let undecodableMessage = DeliveryReason("undecodable-message")
    /// The credential the delivery needs is paused.
    public static let credentialPaused = DeliveryReason("credential-paused")
    /// The channel broke the attempt off before anything was sent.
    public static let interrupted = DeliveryReason("interrupted")
    /// No answer came, and nobody knows whether the message was sent.
    public static let noAnswer = DeliveryReason("no-answer")
}
