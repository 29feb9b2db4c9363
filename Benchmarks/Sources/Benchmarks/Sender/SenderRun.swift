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
        // The connections are opened before anything is measured.
        try await send(batches(of: 1), through: channel, push, to: route)
        let batches = batches(of: count / concurrency)
        let measurement = try await Measurement.of(count) {
            try await send(batches, through: channel, push, to: route)
        }
        await channel.shutdown()
        return measurement
    }

    /// What each of those that send at once has to send. Naming deliveries is not the sender's work.
    private func batches(of size: Int) -> [[DeliveryID]] {
        let identifiers = IdentifierSource()
        return (0..<concurrency).map { _ in (0..<size).map { _ in identifiers.next() } }
    }

    private func send(
        _ batches: [[DeliveryID]],
        through channel: APNsChannel,
        _ push: PreparedPush,
        to route: Route
    ) async throws {
        let notification: NotificationID = IdentifierSource().next()
        try await withThrowingDiscardingTaskGroup { group in
            for deliveries in batches {
                group.addTask {
                    for delivery in deliveries {
                        let context = DeliveryContext(
                            delivery: delivery,
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
    /// A peer on this machine for everything, and its own key, which is as good as any.
    static func loopback(port: UInt16, certificate: String, connections: Int) throws -> APNsConfiguration {
        let folder = URL(filePath: certificate).deletingLastPathComponent()
        let pem = try String(contentsOf: folder.appending(path: "key.pem"), encoding: .utf8)
        let key = APNsKey(pem: Secret(pem), keyID: "ABC123DEFG", teamID: "TEAM123456")
        var configuration = APNsConfiguration(credential: APNsCredential(key: key, topic: "com.example.app"))
        configuration.productionEndpoint = URL(string: "https://127.0.0.1:\(port)")
        configuration.sandboxEndpoint = configuration.productionEndpoint
        configuration.trustedCertificates = certificate
        configuration.connections = connections
        return configuration
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
