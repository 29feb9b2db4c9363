import FanfareCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A message of the record channel.
struct RecordMessage: Codable, Sendable {
    var text: String
}

/// Sends by appending a line to a file: what it has sent outlives the process, as what a provider accepted does.
///
/// A line holds the delivery, the attempt and the process, with blanks between them.
struct RecordChannel: Channel {
    let id: ChannelID = "record"
    let reach = ChannelReach.everyDevice
    let capacity = 100
    private let file: Int32

    private let hold: Duration

    /// - Parameters:
    ///   - path: The file; made if it is missing.
    ///   - hold: How long a delivery stays under way after its line is written.
    init(path: String, hold: Duration) throws {
        self.hold = hold
        file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        guard file >= 0 else { throw StoreUnavailable("the record \(path) cannot be opened") }
    }

    func deliver(
        _ message: RecordMessage,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        // Before: the request travels. After: the answer does. A kill can come in either.
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...3)))
        let line = Array("\(context.delivery) \(context.attempt) \(getpid())\n".utf8)
        guard unsafe write(file, line, line.count) == line.count else { throw NotSent(DeliveryReason("disk")) }
        try? await Task.sleep(for: .milliseconds(Int.random(in: 0...3)) + hold)
        return .sent(providerID: "\(getpid())")
    }
}
