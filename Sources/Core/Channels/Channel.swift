/// A way to carry messages to routes: a push service, a mail server, a log.
///
/// A conformer needs an ``id`` and ``deliver(_:to:context:)``; everything else has a default. It must:
/// - deliver to exactly the one route it is given, once per call;
/// - return what the provider answered, and throw only when no answer came;
/// - throw ``NotSent`` only when it is certain that nothing was sent;
/// - never put a token, an address or a payload into a reason;
/// - be ready for as many calls at once as its ``capacity``, and stop waiting when its task is cancelled.
///
/// `ChannelContract` in FanfareTesting checks these.
public protocol Channel<Message>: Sendable {
    /// What this channel carries. It is stored, so decode it leniently: add optional fields only.
    associatedtype Message: Codable & Sendable

    /// A form of the message that is made once per message and not once per delivery, such as an encoded body: by
    /// default the message itself.
    associatedtype Prepared: Sendable = Message

    /// The name notifications, configuration and records use.
    var id: ChannelID { get }

    /// How many deliveries a worker hands to the channel at once. It is asked before each claim, so a channel may begin with
    /// few.
    var capacity: Int { get }

    /// Which registered devices it delivers to: by default those whose platform has the channel's name.
    var reach: ChannelReach { get }

    /// Brings an address that a caller of the host's API gives to the form that routes have.
    ///
    /// By default a token of the channel's platform, or a text without control characters where there is none.
    ///
    /// - Throws: What is wrong with it, without the address: the caller is told.
    func address(from text: String) throws -> String

    /// What a second copy of a message does: by default it replaces the first.
    var idempotency: Idempotency { get }

    /// The credential a route needs: by default ``CredentialID/default``.
    func credential(for route: Route) -> CredentialID

    /// The credential a message needs on a route: by default that of the route. A channel whose provider refuses topics
    /// one by one names the topic here, so that the rest goes on.
    func credential(for route: Route, carrying message: Prepared) -> CredentialID

    /// Checks a message before it is stored.
    ///
    /// - Throws: What is wrong with the message; `notify` throws it and nothing is stored.
    func validate(_ message: Message) throws

    /// Delivers one message to one route, once.
    ///
    /// - Returns: What the provider made of it.
    /// - Throws: ``NotSent`` when nothing was sent; `CancellationError` when nothing was sent because the task was
    ///   cancelled: the delivery is handed back untouched; anything else counts as ``DeliveryOutcome/uncertain(_:)``.
    func deliver(_ message: Message, to route: Route, context: DeliveryContext) async throws -> DeliveryOutcome

    /// Makes the form of a message that all its deliveries share.
    ///
    /// - Throws: What makes it impossible; the message's deliveries fail.
    func prepare(_ message: Message) throws -> Prepared

    /// Delivers a message in its prepared form; otherwise as ``deliver(_:to:context:)``.
    func deliver(prepared: Prepared, to route: Route, context: DeliveryContext) async throws -> DeliveryOutcome

    /// Where its deliveries run: by default where tasks run otherwise. A channel with a thread of its own that drives its
    /// connections saves two changes of threads for each delivery.
    var executor: (any TaskExecutor)? { get }

    /// The connections it has now, for metrics.
    var connections: [OpenConnections] { get }

    /// Lets go of connections. Called once, when nothing is being delivered any more.
    func shutdown() async
}

extension Channel {
    /// Sixty-four deliveries at once.
    public var capacity: Int { 64 }

    /// The devices whose platform has the channel's name.
    public var reach: ChannelReach { .devices(Platform(rawValue: id.rawValue)) }

    /// A token of the channel's platform, or a text without control characters, so that no address brings lines of its own
    /// into a protocol.
    ///
    /// - Throws: `DeviceToken.Invalid`.
    public func address(from text: String) throws -> String {
        if case .devices(let platform) = reach { return try DeviceToken(text, platform: platform).text }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw DeviceToken.Invalid(description: "has control characters")
        }
        return text
    }

    /// A second copy replaces the first.
    public var idempotency: Idempotency { .replaces }

    /// The only one.
    public func credential(for route: Route) -> CredentialID { .default }

    /// The route's.
    public func credential(for route: Route, carrying message: Prepared) -> CredentialID { credential(for: route) }

    /// Nowhere in particular.
    public var executor: (any TaskExecutor)? { nil }

    /// None.
    public var connections: [OpenConnections] { [] }

    /// Accepts every message.
    public func validate(_ message: Message) throws {}

    /// Holds nothing.
    public func shutdown() async {}
}

extension Channel where Prepared == Message {
    /// The message itself.
    public func prepare(_ message: Message) throws -> Message { message }

    /// Delivers the message.
    public func deliver(
        prepared: Message,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        try await deliver(prepared, to: route, context: context)
    }
}

extension Channel {
    /// Checks that a stored payload is a message of this channel, and one it accepts.
    package func validate(_ payload: Payload) throws { try validate(payload.decoded(as: Message.self)) }
}
