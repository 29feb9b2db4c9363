import FanfareCore
import FanfareTesting
import Foundation

@testable import FanfareFCM

/// A channel with a script for Google's answers and a clock that stands still.
struct FCMBench {
    static let token = "fcm-registration-token:0123456789"

    let clock: ManualClock
    let google: ScriptedGoogle
    let channel: FCMChannel

    init(
        _ credentials: [CredentialID: FCMServiceAccount]? = nil,
        clock: ManualClock = ManualClock(),
        script: @escaping ScriptedGoogle.Script = { _ in .accepted },
        tokens: @escaping ScriptedGoogle.Script = { .granted("token-\($0.number + 1)") },
        configure: (inout FCMConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = FCMConfiguration(credentials: try credentials ?? [.default: Self.account()])
        configure(&configuration)
        self.clock = clock
        google = ScriptedGoogle(tokens: tokens, script: script)
        channel = try FCMChannel(configuration, clock: clock, transport: google)
    }

    static func account(_ file: String = "sa_good.json") throws -> FCMServiceAccount {
        try FCMServiceAccount(json: Secret(Fixture.serviceAccount(file)))
    }

    static func account(project: String) throws -> FCMServiceAccount {
        var account = try account()
        account.projectID = project
        account.clientEmail = "push@\(project).example.com"
        return account
    }

    static func context() -> DeliveryContext {
        let ids = IdentifierSource(clock: SystemClock())
        return DeliveryContext(delivery: ids.next(), notification: ids.next(), type: "t")
    }

    @discardableResult
    func deliver(
        _ message: FCMMessage = .alert(title: "Secret title", body: "Secret body"),
        to token: String = Self.token,
        appID: String? = nil
    ) async throws -> DeliveryOutcome {
        try await channel.deliver(message, to: .fcm(token, appID: appID), context: Self.context())
    }
}

extension DeliveryOutcome {
    var reason: DeliveryReason? {
        switch self {
        case .sent: nil
        case .retry(_, let reason), .routeGone(_, let reason), .rejected(let reason), .misconfigured(let reason),
            .uncertain(let reason):
            reason
        }
    }

    /// How long the next try has to wait at least.
    var floor: Duration? {
        guard case .retry(let floor, _) = self else { return nil }
        return floor
    }

    /// Which case it is.
    var kind: String {
        switch self {
        case .sent: "sent"
        case .retry: "retry"
        case .routeGone: "routeGone"
        case .rejected: "rejected"
        case .misconfigured: "misconfigured"
        case .uncertain: "uncertain"
        }
    }
}
