import FanfareCurl
import Foundation
import TestPrograms

/// Python's `http.server`, doing what a request's path says.
final class PythonServer: Sendable {
    private let process: ChildProcess
    private let scheme: String
    private let port: String
    /// The port of a socket that never says a word.
    let mutePort: String

    init(_ certificate: ThrowawayCertificate? = nil) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Scripts/server.py")
        let files = certificate.map { [$0.certificateFile, $0.keyFile] } ?? []
        process = try ChildProcess("/usr/bin/env", ["python3", script.path] + files)
        scheme = certificate == nil ? "http" : "https"
        guard let port = await process.line(), let mutePort = await process.line() else {
            throw ChildProcess.Failure(text: "the server did not start")
        }
        (self.port, self.mutePort) = (port, mutePort)
    }

    func url(_ path: String, host: String = "127.0.0.1") throws -> URL {
        guard let url = URL(string: "\(scheme)://\(host):\(port)\(path)") else {
            throw ChildProcess.Failure(text: "no URL")
        }
        return url
    }

    /// How many requests came for a path.
    func count(of path: String) async throws -> Int {
        process.write("report\n")
        let report = try JSONDecoder().decode([String: Int].self, from: Data((await process.line() ?? "").utf8))
        return report[path] ?? 0
    }

    /// Waits until a request for a path has come.
    func request(for path: String) async throws {
        try await eventually { try await self.count(of: path) > 0 }
    }

    func end() { process.signal(SIGKILL) }
}

/// Waits until a condition holds; for what happens beside the client.
func eventually(_ isReached: () async throws -> Bool) async throws {
    for _ in 0..<1000 {
        if try await isReached() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    throw ChildProcess.Failure(text: "what was waited for did not come")
}

extension CurlClient {
    /// What a request fails with; nil if it is answered.
    func failure(_ request: CurlRequest) async throws -> CurlFailure? {
        do { _ = try await send(request) } catch let failure as CurlFailure { return failure }
        return nil
    }
}
