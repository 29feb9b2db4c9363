public import FanfareCore
import Synchronization

/// A channel that sends nothing: it keeps what it was given and answers by script.
///
/// ```swift
/// let pager = RecordingChannel(id: .pager, of: PagerMessage.self, answering: .retry(.init("busy")), .sent())
/// ```
public final class RecordingChannel<Message: Codable & Sendable>: Channel {
    /// One call of ``deliver(_:to:context:)``.
    public struct Attempt: Sendable {
        /// What was to be delivered.
        public let message: Message
        /// Where to.
        public let route: Route
        /// Which delivery it was, and which attempt.
        public let context: DeliveryContext
    }

    /// Answers an attempt: returns an outcome or throws.
    public typealias Script = @Sendable (Attempt) async throws -> DeliveryOutcome

    /// The name of the channel it stands in for.
    public let id: ChannelID
    /// How many deliveries it takes at once.
    public let capacity: Int
    /// The devices it reaches.
    public let reach: ChannelReach
    /// What a second copy does.
    public let idempotency: Idempotency
    private let script: Script
    private let validation: @Sendable (Message) throws -> Void
    private let recorded = Watched<[Attempt]>([])

    /// Creates a channel that answers each attempt by a function.
    ///
    /// - Parameters:
    ///   - id: The name of the channel to stand in for.
    ///   - message: What it carries.
    ///   - capacity: How many deliveries it takes at once.
    ///   - reach: The devices it reaches; by default those whose platform has its name.
    ///   - idempotency: What a second copy does.
    ///   - validation: Checks messages before they are stored.
    ///   - script: Answers an attempt.
    public init(
        id: ChannelID,
        of message: Message.Type,
        capacity: Int = 64,
        reach: ChannelReach? = nil,
        idempotency: Idempotency = .replaces,
        validation: @escaping @Sendable (Message) throws -> Void = { _ in },
        script: @escaping Script
    ) {
        self.id = id
        self.capacity = capacity
        self.reach = reach ?? .devices(Platform(rawValue: id.rawValue))
        self.idempotency = idempotency
        self.validation = validation
        self.script = script
    }

    /// Creates a channel that gives these answers one after the other, and then `.sent()` for ever.
    public convenience init(
        id: ChannelID,
        of message: Message.Type,
        reach: ChannelReach? = nil,
        idempotency: Idempotency = .replaces,
        answering outcomes: DeliveryOutcome...
    ) {
        let remaining = Mutex(outcomes[...])
        self.init(id: id, of: message, reach: reach, idempotency: idempotency) { _ in
            remaining.withLock { $0.popFirst() } ?? .sent()
        }
    }

    /// The attempts so far, in the order they began.
    public var attempts: [Attempt] { recorded.value }

    /// The messages of the attempts so far.
    public var messages: [Message] { attempts.map(\.message) }

    /// Waits until there have been at least so many attempts.
    public func waitForAttempts(_ count: Int) async { await recorded.wait { $0.count >= count } }

    /// Checks a message as the initialiser says.
    public func validate(_ message: Message) throws { try validation(message) }

    /// Records the attempt and answers by the script.
    public func deliver(
        _ message: Message,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        let attempt = Attempt(message: message, route: route, context: context)
        recorded.update { $0.append(attempt) }
        return try await script(attempt)
    }
}
