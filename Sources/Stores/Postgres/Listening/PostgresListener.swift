internal import FanfareBlocking

/// Learns of work that others have stored, by LISTEN on a connection and a thread of its own.
///
/// It may miss notifications while it has no connection, and wakes once when it has one again; whoever uses it polls as
/// well.
final class PostgresListener: Sendable {
    private let loop: ListeningLoop
    private let thread = BlockingThread(name: "postgres listen")

    /// A listener that does nothing yet.
    ///
    /// - Parameters:
    ///   - location: The database.
    ///   - channel: What is notified.
    ///   - onWake: Called on the listener's thread when there may be work; must not block.
    init(_ location: PostgresLocation, channel: String, onWake: @escaping @Sendable () -> Void) {
        loop = ListeningLoop(location: location, channel: channel, signal: StopSignal(), onWake: onWake)
    }

    deinit { loop.signal.send() }

    /// Starts to listen, unless the location says that it does not work. Without a thread, polling remains.
    func start() async {
        guard loop.location.listens else { return }
        try? await thread.start()
        try? thread.submit { [loop] _ in loop.run() }
    }

    /// Stops listening; `onWake` is not called any more when this returns.
    func stop() async {
        loop.signal.send()
        await thread.stop()
    }
}
