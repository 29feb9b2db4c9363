/// A waiting delivery as it lies in a store, with everything that decides what becomes of it.
///
/// All times are points in time: a move from one store to another changes none of them.
public struct StoredDelivery: Hashable, Sendable, Identifiable {
    /// Where a delivery goes. The set is closed.
    public enum Destination: Hashable, Sendable {
        /// To a device; its token and the rest are read when the delivery is claimed.
        case device(DeviceID)
        /// To a direct address.
        case direct(Route)
    }

    /// Names the delivery.
    public var id: DeliveryID
    /// Where it goes.
    public var destination: Destination
    /// How many attempts were begun.
    public var attempts: Int
    /// How many attempts it gets.
    public var maxAttempts: Int
    /// How many of its attempts may have reached the provider.
    public var uncertainAttempts: Int
    /// How urgent it is.
    public var priority: Priority
    /// When it was first due, or was given another go.
    public var scheduled: Timestamp
    /// When it is due.
    public var due: Timestamp
    /// When it stops being worth delivering.
    public var expires: Timestamp?
    /// Whether it was cancelled while a worker held it: the next one calls it off.
    public var isCancelled: Bool
    /// Why it waits; nil while nothing went wrong.
    public var reason: String?
    /// When it was stored at first.
    public var created: Timestamp

    /// Creates a delivery; stores do.
    public init(
        id: DeliveryID,
        destination: Destination,
        attempts: Int = 0,
        maxAttempts: Int,
        uncertainAttempts: Int = 0,
        priority: Priority = .normal,
        scheduled: Timestamp,
        due: Timestamp,
        expires: Timestamp? = nil,
        isCancelled: Bool = false,
        reason: String? = nil,
        created: Timestamp
    ) {
        self.id = id
        self.destination = destination
        self.attempts = attempts
        self.maxAttempts = maxAttempts
        self.uncertainAttempts = uncertainAttempts
        self.priority = priority
        self.scheduled = scheduled
        self.due = due
        self.expires = expires
        self.isCancelled = isCancelled
        self.reason = reason
        self.created = created
    }
}
