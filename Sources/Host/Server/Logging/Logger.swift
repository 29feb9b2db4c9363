import FanfareCore
import Synchronization

/// Writes the host's log, one line per event.
///
/// Lines are written by the thread that logs, without a queue between: a line that was logged has left the process even
/// if the process dies next, and an output that does not take lines at once loses them instead of waiting (see
/// ``DescriptorOutput``). So no thread of the cooperative pool is held for longer than a write to memory takes.
final class Logger: LogSink {
    private let format: LogFormat
    private let clock: any WallClock
    private let output: any LogOutput
    private let threshold: Atomic<Int>
    /// Lines the output did not take since it last took one.
    private let lost = Atomic(0)

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - level: What matters less is not written.
    ///   - format: How lines look; for `auto` see ``LogFormat/automatic(isTerminal:)``.
    ///   - clock: Tells each line's time.
    ///   - output: Where lines go.
    init(level: LogLevel, format: LogFormat, clock: any WallClock, output: any LogOutput) {
        self.format = format
        self.clock = clock
        self.output = output
        threshold = Atomic(level.position)
    }

    /// What matters less is not written. May be set at any time, from any thread, as a reload does.
    var level: LogLevel {
        get { LogLevel.allCases[threshold.load(ordering: .relaxed)] }
        set { threshold.store(newValue.position, ordering: .relaxed) }
    }

    /// Whether lines of this level are written. Ask before putting together what is expensive.
    func writes(_ level: LogLevel) -> Bool { level >= self.level }

    func log(_ level: LogLevel, _ message: String, _ fields: [String: JSONValue]) {
        guard writes(level) else { return }
        let missing = lost.exchange(0, ordering: .relaxed)
        if missing > 0, !write(.warning, "Log lines were lost", ["count": .number(JSONNumber(missing))]) {
            lost.add(missing + 1, ordering: .relaxed)
        } else if !write(level, message, fields) {
            lost.add(1, ordering: .relaxed)
        }
    }

    private func write(_ level: LogLevel, _ message: String, _ fields: [String: JSONValue]) -> Bool {
        output.write(LogLine(time: clock.now, level: level, message: message, fields: fields).bytes(as: format))
    }
}

extension LogLevel {
    /// The place among all levels, the least important first.
    fileprivate var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
