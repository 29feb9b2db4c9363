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
        guard let url = URL(string: address + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url, timeoutInterval: 30)
        request.httpMethod = method
        request.setValue("Bearer \(Self.apiKey)", forHTTPHeaderField: "Authorization")
        request.httpBody = body.map { Data($0.compactBytes) }
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return (status, data.isEmpty ? .null : try JSONParser().parse(Array(data)))
    }
}
