import FanfareCore
import FanfareTesting
import Foundation
import Testing

@testable import FanfareAPNs

/// A channel with a script for Apple's answers and a clock that stands still.
struct APNsBench {
    static let token = String(repeating: "0123456789abcdef", count: 4)

    let clock = ManualClock()
    let transport: ScriptedTransport
    let channel: APNsChannel

    init(
        _ credentials: [CredentialID: APNsCredential]? = nil,
        script: @escaping ScriptedTransport.Script = { _ in .accepted },
        configure: (inout APNsConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = APNsConfiguration(
            credentials: try credentials ?? [.default: Self.credential("com.example.app")]
        )
        configure(&configuration)
        transport = ScriptedTransport(script)
        channel = try APNsChannel(configuration, clock: clock, transport: transport)
    }

    static func key(team: String = "TEAM123456", id: String = "ABC123DEFG") throws -> APNsKey {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/keys/p8_good.p8")
        return APNsKey(pem: Secret(try String(contentsOf: file, encoding: .utf8)), keyID: id, teamID: team)
    }

    static func credential(_ topic: String, team: String = "TEAM123456") throws -> APNsCredential {
        APNsCredential(key: try key(team: team), topic: topic)
    }

    static func context(priority: Priority = .normal) -> DeliveryContext {
        let ids = IdentifierSource(clock: SystemClock())
        return DeliveryContext(delivery: ids.next(), notification: ids.next(), type: "t", priority: priority)
    }

    @discardableResult
    func deliver(
        _ message: APNsMessage = .alert(title: "Secret title", body: "Secret body"),
        to token: String = Self.token,
        environment: DeviceEnvironment? = .production,
        appID: String? = nil
    ) async throws -> DeliveryOutcome {
        let route = Route(channel: .apns, address: token, environment: environment, appID: appID)
        return try await channel.deliver(message, to: route, context: Self.context())
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
