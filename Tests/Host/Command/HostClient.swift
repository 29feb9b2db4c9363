import FanfareCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls the HTTP API of a host with its API key.
struct HostClient: Sendable {
    static let apiKey = "crash-test-api-key"

    let address: String

    /// Makes a call.
    ///
    /// - Returns: The status and the body.
    /// - Throws: What kept the host from answering.
    func call(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> (Int, JSONValue) {
        let (status, _, data) = try await send(method, path, body)
        return (status, data.isEmpty ? .null : try JSONParser().parse(Array(data)))
    }

    /// Makes a call of which only the head counts.
    ///
    /// - Returns: The status, and the value of Retry-After.
    func head(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> (Int, String?) {
        let (status, retryAfter, _) = try await send(method, path, body)
        return (status, retryAfter)
    }

    /// The value of one of a channel's metrics; zero if it is not there.
    func metric(_ name: String, of channel: String) async throws -> Double {
        let text = String(decoding: try await send("GET", "/metrics", nil).2, as: UTF8.self)
        let beginning = "\(name){channel=\"\(channel)\"} "
        let line = text.split(separator: "\n").first { $0.hasPrefix(beginning) }
        return line.flatMap { Double($0.dropFirst(beginning.count)) } ?? 0
    }

    private func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> (Int, String?, Data) {
        guard let url = URL(string: address + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url, timeoutInterval: 30)
        request.httpMethod = method
        request.setValue("Bearer \(Self.apiKey)", forHTTPHeaderField: "Authorization")
        request.httpBody = body.map { Data($0.compactBytes) }
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        let (data, response) = try await URLSession.shared.data(for: request)
        let answer = response as? HTTPURLResponse
        return (answer?.statusCode ?? 0, answer?.value(forHTTPHeaderField: "Retry-After"), data)
    }
}
