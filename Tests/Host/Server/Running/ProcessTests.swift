import FanfareCore
import Foundation
import Testing

@testable import FanfareHost

/// The built program, as the operating system sees it.
@Suite(.timeLimit(.minutes(2)))
struct ProcessTests {
    /// The program beside the tests in the build's folder.
    private static var program: URL? {
        let places = [Bundle.main.executableURL, URL(filePath: CommandLine.arguments[0])].compactMap(\.self)
        let folders = places.flatMap { [$0.deletingLastPathComponent()] } + Bundle.allBundles.map(\.bundleURL)
        return folders.map { $0.appending(path: "fanfare") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    private let folder: URL
    private let file: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-\(UUID().uuidString)")
        file = folder.appending(path: "fanfare.json5")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func write(_ more: String = "") throws {
        let text = """
            { store: "sqlite:test.db", log: { format: "text" },
              http: { listen: "127.0.0.1:0", apiKeys: ["0123456789abcdef"] }, \(more) }
            """
        try Data(text.utf8).write(to: file)
    }

    @Test func `a served host reloads on SIGHUP and ends well on SIGTERM`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write()
        let process = Process()
        let program: URL = try #require(Self.program)
        process.executableURL = program
        process.arguments = ["serve", "--config", file.path]
        let errors = Pipe()
        process.standardError = errors
        let ended = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            ended.continuation.yield(process.terminationReason == .exit ? process.terminationStatus : -1)
        }
        let lines = Watched<[String]>([])
        errors.fileHandleForReading.readabilityHandler = { handle in
            let text = String(decoding: handle.availableData, as: UTF8.self)
            lines.update { $0 += text.split(separator: "\n").map(String.init) }
        }
        try process.run()
        defer { process.terminate() }
        func line(with text: String) async throws -> String {
            await lines.wait { lines in lines.contains { $0.contains(text) } }
            return try #require(lines.value.first { $0.contains(text) })
        }

        let listening = try await line(with: "listening")
        let port = try #require(
            listening.firstRange(of: "127.0.0.1:").flatMap { range in
                UInt16(String(listening[range.upperBound...].prefix { $0.isNumber }))
            }
        )
        _ = try await line(with: "started")
        let client = try RawClient(port: port)
        await client.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try await client.response().status == 200)

        try write("nonsense: 1")
        kill(process.processIdentifier, SIGHUP)
        #expect(try await line(with: "is not used").contains("nonsense: unknown key"))
        try write("retention: \"1d\"")
        kill(process.processIdentifier, SIGHUP)
        _ = try await line(with: "read again")
        kill(process.processIdentifier, SIGTERM)
        _ = try await line(with: "stopped")
        var statuses = ended.stream.makeAsyncIterator()
        #expect(await statuses.next() == 0)
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "test.db").path))
    }

    @Test func `a program that cannot start says why and exits with 2`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("nonsense: 1, more: 2")
        let process = Process()
        let program: URL = try #require(Self.program)
        process.executableURL = program
        process.arguments = ["serve", "--config", file.path]
        let errors = Pipe()
        process.standardError = errors
        let ended = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in ended.continuation.yield(process.terminationStatus) }
        try process.run()
        var statuses = ended.stream.makeAsyncIterator()
        #expect(await statuses.next() == 2)
        let text = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        #expect(text.split(separator: "\n").count == 2)
    }
}
