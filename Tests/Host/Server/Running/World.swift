import FanfareCore
import FanfareMemory
import FanfareTesting

@testable import FanfareHost

/// A world without files, terminals and processes, for running commands in.
final class World: Sendable {
    let clock = ManualClock()
    /// What the URL `shared:` leads to, from one command to the next.
    let store: any Store
    let pager = PagerPlugin()
    let printed = Watched<[String]>([])
    let complaints = Watched<[String]>([])
    let logged = Watched<[String]>([])
    let files: Watched<[String: String]>
    let variables = Watched<[String: String]>([:])
    private let signals: AsyncStream<HostSignal>
    private let continuation: AsyncStream<HostSignal>.Continuation

    init(_ configuration: String) {
        store = MemoryStore(clock: clock)
        files = Watched(["./fanfare.json5": configuration])
        (signals, continuation) = AsyncStream.makeStream(of: HostSignal.self)
    }

    func send(_ signal: HostSignal) { continuation.yield(signal) }

    func write(_ text: String, to file: String = "./fanfare.json5") { files.update { $0[file] = text } }

    /// Runs a command.
    func run(_ arguments: String...) async -> Int32 {
        await Fanfare(channels: plugins.channels, stores: plugins.stores).run(arguments, in: surroundings)
    }

    var plugins: PluginSet {
        PluginSet(
            channels: [LogOnlyPlugin(), pager],
            stores: [SharedPlugin(store: store)],
            notifications: []
        )
    }

    /// Reads the configuration, without running anything.
    func configuration(requiresKeys: Bool = false) throws -> HostConfiguration {
        try Workspace(plugins: plugins, surroundings: surroundings, file: "./fanfare.json5")
            .configuration(requiresKeys: requiresKeys)
    }

    /// The lines of the configuration's faults.
    func faults(requiresKeys: Bool = false) -> [String] {
        do {
            _ = try configuration(requiresKeys: requiresKeys)
            return []
        } catch let error as ConfigurationError {
            return error.faults.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    var surroundings: Surroundings {
        Surroundings(
            variables: variables.value,
            clock: clock,
            readFile: { [files] path in
                guard let text = files.value[path] else { throw StoreUnavailable("no such file") }
                return Array(text.utf8)
            },
            writeFile: { [files] path, bytes in
                if path.hasPrefix("locked/") { throw StoreUnavailable("a folder that cannot be written") }
                files.update { $0[path] = String(decoding: bytes, as: UTF8.self) }
            },
            isFolder: { $0 == "folder" },
            print: { [printed] line in printed.update { $0.append(line) } },
            complain: { [complaints] line in complaints.update { $0.append(line) } },
            log: Lines(lines: logged),
            isTerminal: true,
            signals: { [signals] in signals }
        )
    }

    /// Moves the clock on, second by second, until the log fulfils a condition.
    ///
    /// Moving it once is not enough: who goes to sleep just afterwards would sleep for ever.
    func nudge(until condition: ([String]) -> Bool) async {
        while !condition(logged.value) {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
    }

    /// Waits for a line of the log.
    func waitForLog(_ text: String) async {
        await logged.wait { lines in lines.contains { $0.contains(text) } }
    }

    /// Waits for a line of the log and returns the word after a mark in it.
    func word(after mark: String) async -> String? {
        await waitForLog(mark)
        let line = logged.value.first { $0.contains(mark) } ?? ""
        guard let range = line.firstRange(of: mark) else { return nil }
        return String(line[range.upperBound...].prefix { $0 != "\"" && $0 != " " })
    }
}

private struct Lines: LogOutput {
    let lines: Watched<[String]>

    func write(_ line: [UInt8]) -> Bool {
        lines.update { $0.append(String(decoding: line, as: UTF8.self)) }
        return true
    }
}

/// Leads to a store that outlives the commands.
struct SharedPlugin: StorePlugin {
    let schemes = ["shared"]
    let store: any Store

    func open(_ location: StoreLocation, in environment: PluginEnvironment) -> any Store { store }
}
