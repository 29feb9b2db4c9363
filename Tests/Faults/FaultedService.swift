public import FanfareTesting

/// What the faults need to know of a push service: where its requests keep what, and what it answers.
public struct FaultedService<Request: PushServerRequest>: Sendable {
    /// The device a request is for.
    public var device: @Sendable (Request) -> String?
    /// By what the device knows a copy of the same push.
    public var identity: @Sendable (Request) -> String?
    /// What is done about a request when all is well.
    public var success: [PushServerStep<Request.Answer>]
    /// Something failed inside the service.
    public var internalError: Request.Answer
    /// The service cannot serve at present.
    public var unavailable: Request.Answer
    /// A device gets too much.
    public var tooManyRequests: Request.Answer
    /// The credential is too old.
    public var expiredCredential: Request.Answer

    /// A service by all that is to be known of it.
    public init(
        device: @escaping @Sendable (Request) -> String?,
        identity: @escaping @Sendable (Request) -> String?,
        success: [PushServerStep<Request.Answer>],
        internalError: Request.Answer,
        unavailable: Request.Answer,
        tooManyRequests: Request.Answer,
        expiredCredential: Request.Answer
    ) {
        self.device = device
        self.identity = identity
        self.success = success
        self.internalError = internalError
        self.unavailable = unavailable
        self.tooManyRequests = tooManyRequests
        self.expiredCredential = expiredCredential
    }
}
