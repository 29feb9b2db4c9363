import FanfareAPNs
import FanfareCore
import Foundation

/// How the sender is measured: so many requests, so many under way at once, over so many connections.
struct SenderRun {
    let connections: Int
    let concurrency: Int
    let count: Int

    static let all = [(1, 100), (1, 500), (1, 1000), (4, 250)].map { connections, streams in
        (connections: connections, streams: streams)
    }

    static let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

    static var message: APNsMessage {
        var message = APNsMessage.alert(title: "Order #1234 shipped", body: "Arriving tomorrow. Tap to track.")
        message.sound = .default
        message.threadID = "orders"
        message.data["link"] = "/orders/1234"
        return message
    }

    /// Sends through a channel to a peer that answers 200.
    func measure(port: UInt16, certificate: String) async throws -> Measurement {
        let channel = try APNsChannel(.loopback(port: port, certificate: certificate, connections: connections))
        let push = try channel.prepare(Self.message)
        let route = Route.apns(Self.token, environment: .production)
        let identifiers = IdentifierSource()
        // The connections are opened before anything is measured.
        try await send(concurrency, through: channel, push, to: route, identifiers)
        let measurement = try await Measurement.of(count) {
            try await send(count, through: channel, push, to: route, identifiers)
        }
        await channel.shutdown()
        return measurement
    }

    private func send(
        _ count: Int,
        through channel: APNsChannel,
        _ push: PreparedPush,
        to route: Route,
        _ identifiers: IdentifierSource
    ) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 0..<concurrency {
                group.addTask {
                    let notification: NotificationID = identifiers.next()
                    for _ in 0..<count / concurrency {
                        let context = DeliveryContext(
                            delivery: identifiers.next(),
                            notification: notification,
                            type: "order.shipped"
                        )
                        let outcome = try await channel.deliver(prepared: push, to: route, context: context)
                        guard case .sent = outcome else { throw Unexpected(outcome: outcome) }
                    }
                }
            }
        }
    }

    struct Unexpected: Error { let outcome: DeliveryOutcome }
}

extension APNsConfiguration {
    /// A peer on this machine for everything, and a key made for this run.
    static func loopback(port: UInt16, certificate: String, connections: Int) throws -> APNsConfiguration {
        let key = APNsKey(pem: Secret(try throwawayKey()), keyID: "ABC123DEFG", teamID: "TEAM123456")
        var configuration = APNsConfiguration(credential: APNsCredential(key: key, topic: "com.example.app"))
        configuration.productionEndpoint = URL(string: "https://127.0.0.1:\(port)")
        configuration.sandboxEndpoint = configuration.productionEndpoint
        configuration.trustedCertificates = certificate
        configuration.connections = connections
        return configuration
    }

    private static func throwawayKey() throws -> String {
        try output(of: "/usr/bin/openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
    }
}

/// Runs a program and returns what it prints.
func output(of program: String, _ arguments: String...) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
}
