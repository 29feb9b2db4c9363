import FanfareCore
import Synchronization

@testable import FanfareHost

/// Keeps the lines of a log, and refuses them while told to.
final class RecordedOutput: LogOutput {
    private let state = Mutex((lines: [String](), refuses: false))

    /// What was written, each line without its line feed.
    var lines: [String] { state.withLock { $0.lines } }

    /// Refuses lines from now on, or takes them again.
    func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

    func write(_ line: [UInt8]) -> Bool {
        state.withLock { state in
            if state.refuses { return false }
            state.lines.append(String(decoding: line.dropLast(), as: UTF8.self))
            return true
        }
    }
}
