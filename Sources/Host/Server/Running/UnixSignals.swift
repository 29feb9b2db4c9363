internal import Dispatch
import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Takes over the process's signals for as long as somebody listens to them.
///
/// Meanwhile SIGHUP, SIGINT and SIGTERM do not end the process, and neither does writing to a closed pipe.
final class UnixSignals: Sendable {
    private let sources = Mutex<[any DispatchSourceSignal]>([])

    private init() {}

    /// The signals from now on, one after the other.
    static func stream() -> AsyncStream<HostSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: HostSignal.self)
        let signals = UnixSignals()
        signals.start(yieldingTo: continuation)
        // Also keeps the sources: without an owner they end.
        continuation.onTermination = { _ in signals.stop() }
        return stream
    }

    private func start(yieldingTo continuation: AsyncStream<HostSignal>.Continuation) {
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "fanfare.signals")
        let meanings: [(Int32, HostSignal)] = [(SIGHUP, .reload), (SIGINT, .stop), (SIGTERM, .stop)]
        sources.withLock { sources in
            for (number, meaning) in meanings {
                #if canImport(Darwin)
                    // kqueue reports a signal beside its own action; on Linux the source takes it over by itself.
                    signal(number, SIG_IGN)
                #endif
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler { continuation.yield(meaning) }
                source.resume()
                sources.append(source)
            }
        }
    }

    private func stop() {
        sources.withLock { sources in
            for source in sources { source.cancel() }
            sources = []
        }
    }
}
