internal import FanfareBlocking
internal import FanfareCore
internal import Synchronization

/// The thread of a client.
///
/// It waits for jobs as long as there are no transfers, and for the network and for jobs when there are some.
final class CurlWorker: Sendable {
    private let thread: BlockingThread<CurlMulti>
    private let alarm: CurlAlarm
    private let tickets = Atomic<UInt64>(0)

    /// Starts the thread.
    ///
    /// - Throws: ``CurlFailure``, or `BlockingThreadError` if the system refuses the thread.
    init(_ configuration: CurlConfiguration, _ sockets: SocketCount) async throws {
        let alarm = CurlAlarm()
        self.alarm = alarm
        thread = BlockingThread(name: "curl", capacity: 4096) {
            try CurlMulti(configuration, sockets, alarm)
        } afterBatch: { multi in
            // A job that waits is one that the thread finds when this returns, so that it does not sleep then.
            while multi.advance(), !alarm.isSet { multi.wait() }
        }
        try await thread.start()
    }

    /// Sends a request.
    func send(_ request: CurlRequest) async throws -> CurlResponse {
        try await perform { multi, ticket, finish in multi.begin(request, ticket: ticket, finish: finish) }
    }

    /// Does something at a mail server.
    func perform(_ task: SMTPJob.Task, at server: SMTPServer, onNewConnection: Bool) async throws -> SMTPReply {
        try await perform { multi, ticket, finish in
            multi.begin(task, at: server, onNewConnection: onNewConnection, ticket: ticket, finish: finish)
        }
    }

    /// Begins something on the thread and waits for what comes of it.
    private func perform<Value: Sendable>(
        _ begin:
            @escaping @Sendable (
                _ multi: inout CurlMulti,
                _ ticket: UInt64,
                _ finish: @escaping @Sendable (Result<Value, any Error>) -> Void
            ) -> Void
    ) async throws -> Value {
        let ticket = tickets.add(1, ordering: .relaxed).newValue
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isTaken = submit { multi in
                    // Cancelling may have come before there was anything to cancel.
                    guard !cancellation.isDone else { return continuation.resume(throwing: CancellationError()) }
                    begin(&multi, ticket) { continuation.resume(with: $0) }
                }
                if !isTaken { continuation.resume(throwing: CurlFailure(.notSent, .exhausted)) }
            }
        } onCancel: {
            cancellation.finish()
            submit { $0.cancel(ticket) }
        }
    }

    /// Ends all transfers and the thread.
    func stop() async {
        submit { $0.close() }
        await thread.stop()
    }

    /// Hands over a job and wakes the thread for it; false if it is not taken.
    @discardableResult private func submit(_ job: @escaping @Sendable (inout CurlMulti) -> Void) -> Bool {
        do {
            try thread.submit { [alarm] multi in
                alarm.jobBegins()
                job(&multi)
            }
        } catch {
            return false
        }
        alarm.jobWaits()
        return true
    }
}

/// Whether a request was cancelled.
private final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isDone: Bool { flag.load(ordering: .acquiring) }

    func finish() { flag.store(true, ordering: .releasing) }
}
