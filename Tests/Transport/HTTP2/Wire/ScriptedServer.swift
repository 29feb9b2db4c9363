import FanfareHTTP2
import Foundation
import TestPrograms

/// An HTTP/2 server that nobody here wrote (Python's `h2`), doing what a script says.
final class ScriptedServer: Sendable {
    /// What it received on one connection.
    struct Record: Decodable {
        struct Request: Decodable {
            let path: String
            let fields: [String: String]
            let body: String
            let reset: Bool
        }

        let requests: [Request]
        let pings: Int
        let most_open: Int
        let goaway: Int?
        let error: String?
        let end: String?
    }

    let port: UInt16
    private let certificate: ThrowawayCertificate?
    private let process: ChildProcess

    /// Starts it with steps for each connection, as JSON.
    init(_ script: String, certificate: ThrowawayCertificate? = nil, alpn: String = "h2") async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts")
        var arguments = [folder.appending(path: "server.py").path, script]
        if let certificate { arguments += [certificate.certificateFile, certificate.keyFile, alpn] }
        self.certificate = certificate
        process = try ChildProcess("/usr/bin/python3", arguments)
        guard let line = await process.line(), let port = UInt16(line) else {
            throw ChildProcess.Failure(text: "the server did not start")
        }
        self.port = port
    }

    /// Starts it with the steps of one of the cases.
    convenience init(case name: String) async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
        let file = try Data(contentsOf: folder.appending(path: "\(name).json"))
        let object = try JSONSerialization.jsonObject(with: file) as? [String: Any]
        let steps = try JSONSerialization.data(withJSONObject: object?["connections"] ?? [])
        try await self.init(String(decoding: steps, as: UTF8.self))
    }

    var endpoint: HTTP2Endpoint { HTTP2Endpoint(host: "localhost", port: port, isSecure: certificate != nil) }

    /// What it received so far, by connection.
    func records() async throws -> [Record] {
        process.write("report\n")
        return try JSONDecoder().decode([Record].self, from: Data((await process.line() ?? "").utf8))
    }

    /// Asks until a condition holds; for what happens on the server after the client has its answer.
    func records(until isReached: ([Record]) -> Bool) async throws -> [Record] {
        for _ in 0..<400 {
            let records = try await records()
            if isReached(records) { return records }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw ChildProcess.Failure(text: "the server did not get what it should")
    }
}
