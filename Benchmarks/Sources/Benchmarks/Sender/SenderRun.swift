import FanfareCore
import Foundation

/// How a sender is measured: so many requests, so many under way at once, over so many connections.
struct SenderRun {
    let connections: Int
    let concurrency: Int
    let count: Int

    /// Sends through a channel to a peer that answers 200.
    func measure<Kind: Sender>(_ kind: Kind.Type, port: UInt16, certificate: String) async throws -> Measurement {
        let channel = try Kind.channel(port: port, certificate: certificate, connections: connections)
        let message = try channel.prepare(Kind.message)
        // The connections are opened before anything is measured.
        try await send(batches(of: 1), through: channel, message, to: Kind.route)
        let batches = batches(of: count / concurrency)
        let measurement = try await Measurement.of(count) {
            try await send(batches, through: channel, message, to: Kind.route)
        }
        await channel.shutdown()
        return measurement
    }

    /// What each of those that send at once has to send. Naming deliveries is not the sender's work.
    private func batches(of size: Int) -> [[DeliveryID]] {
        let identifiers = IdentifierSource()
        return (0..<concurrency).map { _ in (0..<size).map { _ in identifiers.next() } }
    }

    private func send<Carrier: Channel>(
        _ batches: [[DeliveryID]],
        through channel: Carrier,
        _ message: Carrier.Prepared,
        to route: Route
    ) async throws {
        let notification: NotificationID = IdentifierSource().next()
        try await withThrowingDiscardingTaskGroup { group in
            for deliveries in batches {
                group.addTask(executorPreference: channel.executor) {
                    for delivery in deliveries {
                        let context = DeliveryContext(
                            delivery: delivery,
                            notification: notification,
                            type: "order.shipped"
                        )
                        let outcome = try await channel.deliver(prepared: message, to: route, context: context)
                        guard case .sent = outcome else { throw Unexpected(outcome: outcome) }
                    }
                }
            }
        }
    }

    struct Unexpected: Error { let outcome: DeliveryOutcome }
}

/// Runs a program and returns what it prints.
func output(of program: String, _ arguments: String...) throws -> String { try output(of: program, arguments) }

/// Runs a program and returns what it prints.
func output(of program: String, _ arguments: [String]) throws -> String {
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
