import FanfareCore
import Foundation
import TestPrograms
import Testing

@testable import FanfareHost

/// The built program, as the operating system sees it.
@Suite(.timeLimit(.minutes(2)))
struct ProcessTests {
    /// The program beside the tests in the build's folder.
    private static var program: String {
        get throws {
            let places = [Bundle.main.executableURL, URL(filePath: CommandLine.arguments[0])].compactMap(\.self)
            let folders = places.flatMap { [$0.deletingLastPathComponent()] } + Bundle.allBundles.map(\.bundleURL)
            let paths = folders.map { $0.appending(path: "fanfare").path }
            return try #require(paths.first(where: FileManager.default.isExecutableFile))
        }
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
        let process = try ChildProcess(Self.program, ["serve", "--config", file.path], reading: .errors)
        let listening = try await line(with: "listening", of: process)
        let port = try #require(
            listening.firstRange(of: "127.0.0.1:").flatMap { range in
                UInt16(String(listening[range.upperBound...].prefix { $0.isNumber }))
            }
        )
        _ = try await line(with: "started", of: process)
        let client = try RawClient(port: port)
        await client.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try await client.response().status == 200)

        try write("nonsense: 1")
        process.signal(SIGHUP)
        #expect(try await line(with: "is not used", of: process).contains("nonsense: unknown key"))
        try write("retention: \"1d\"")
        process.signal(SIGHUP)
        _ = try await line(with: "read again", of: process)
        process.signal(SIGTERM)
        _ = try await line(with: "stopped", of: process)
        #expect(await process.wait() == 0)
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "test.db").path))
    }

    @Test func `credentials are reloaded on SIGHUP, all of them or none`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let channels = URL(filePath: #filePath).appending(path: "../../../../Channels").standardized
        let accounts = channels.appending(path: "FCM/Fixtures/service-accounts")
        func copy(_ source: URL, to name: String) throws {
            try Data(contentsOf: source).write(to: folder.appending(path: name))
        }
        try copy(accounts.appending(path: "sa_good.json"), to: "account.json")
        try copy(channels.appending(path: "APNs/Fixtures/keys/p8_good.p8"), to: "key.p8")
        let apns = #"keyFile: "key.p8", keyID: "ABC123DEFG", teamID: "TEAM123456", topic: "com.example.app""#
        func write(_ more: String = "") throws {
            try self.write(
                """
                channels: {
                    fcm: { credentials: { default: { serviceAccountFile: "account.json" } } },
                    apns: { credentials: { default: { \(apns) } } },
                }, \(more)
                """
            )
        }
        try write()
        let process = try ChildProcess(Self.program, ["serve", "--config", file.path], reading: .errors)
        _ = try await line(with: "started", of: process)

        // One good file and a bad one.
        try copy(accounts.appending(path: "google-services.json"), to: "account.json")
        process.signal(SIGHUP)
        let fault = try await line(with: "is not used", of: process)
        #expect(fault.contains("channels.fcm.credentials.default.serviceAccountFile: "))
        #expect(fault.contains("google-services.json"))
        try copy(accounts.appending(path: "sa_double_escaped.json"), to: "account.json")
        process.signal(SIGHUP)
        _ = try await line(with: "read again", of: process)
        try copy(channels.appending(path: "APNs/Fixtures/keys/ec_p384.p8"), to: "key.p8")
        process.signal(SIGHUP)
        #expect(
            try await line(with: "is not used", of: process).contains("channels.apns.credentials.default.keyFile: ")
        )
        process.signal(SIGTERM)
        _ = try await line(with: "stopped", of: process)
        #expect(await process.wait() == 0)
    }

    /// The next line with a text.
    private func line(with text: String, of process: ChildProcess) async throws -> String {
        while true {
            let line = try #require(await process.line(), "it ended before it said: \(text)")
            if line.contains(text) { return line }
        }
    }

    @Test func `a program that cannot start says why and exits with 2`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("nonsense: 1, more: 2")
        let arguments = ["serve", "--config", file.path]
        let (errors, status) = try await ChildProcess.run(Self.program, arguments, reading: .errors)
        #expect(status == 2)
        #expect(errors.split(separator: "\n").count == 2)
    }
}
