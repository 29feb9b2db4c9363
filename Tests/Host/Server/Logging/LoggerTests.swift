import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

struct LoggerTests {
    private let output = RecordedOutput()

    private func logger(_ level: LogLevel = .info) -> Logger {
        Logger(level: level, format: .text, clock: ManualClock(), output: output)
    }

    @Test func `what matters less than the level is not written, and the level can change`() {
        let log = logger()
        log.log(.debug, "one")
        log.log(.info, "two")
        log.level = .error
        log.log(.warning, "three")
        log.level = .debug
        log.log(.debug, "four")
        #expect(output.lines.map { $0.split(separator: " ").last } == ["two", "four"])
        #expect(log.writes(.debug))
    }

    @Test func `lost lines are counted and told`() {
        let log = logger()
        output.refuse(true)
        log.log(.info, "one")
        log.log(.info, "two")
        log.log(.info, "three")
        output.refuse(false)
        log.log(.info, "four")
        log.log(.info, "five")
        #expect(output.lines.count == 3)
        #expect(output.lines.first?.hasSuffix("Log lines were lost count=3") == true)
    }

    @Test func `auto is text on a terminal and JSON elsewhere`() {
        #expect(LogFormat.automatic(isTerminal: true) == .text)
        #expect(LogFormat.automatic(isTerminal: false) == .json)
    }
}
