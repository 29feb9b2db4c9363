import FanfareCurl
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestTests {
    @Test func `a request arrives as it is, and so does its answer`() async throws {
        let server = try await PythonServer()
        let client = CurlClient()
        let body = (0..<100_000).map { UInt8($0 % 256) }
        let fields = ["content-type": "application/x-binary", "x-own": "a: b, Grüße", "x-none": ""]
        let request = CurlRequest(method: "POST", url: try server.url("/echo"), fields: fields, body: body)
        let response = try await client.send(request)
        #expect(response.status == 200)
        // Compared outside of the macro, which would look for the differences of so many bytes for minutes.
        let isSame = response.body == body
        #expect(isSame)
        #expect(response.fields["x-method"] == "POST")
        #expect(response.fields["x-twice"] == "first")
        #expect(response.fields["x-blank"] == "")
        let text = try #require(response.fields["x-sent"])
        let sent = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        #expect(sent["content-type"] == "application/x-binary" && sent["content-length"] == "100000")
        #expect(sent["x-own"]?.hasPrefix("a: b, Gr") == true && sent["x-none"] == "")
        #expect(sent["expect"] == nil && sent["user-agent"] == nil)
        await client.shutdown()
    }

    @Test func `a request needs neither body nor fields`() async throws {
        let server = try await PythonServer()
        let client = CurlClient()
        let got = try await client.send(CurlRequest(url: try server.url("/echo")))
        #expect(got.fields["x-method"] == "GET" && got.body.isEmpty)
        let put = try await client.send(CurlRequest(method: "PUT", url: try server.url("/echo"), body: []))
        #expect(put.fields["x-method"] == "PUT" && put.body.isEmpty)
        #expect(put.fields["x-sent"]?.contains("content-type") == false)
        await client.shutdown()
    }

    @Test(arguments: [204, 302, 404, 503]) func `an answer is an answer whatever its status`(status: Int) async throws {
        let server = try await PythonServer()
        let client = CurlClient()
        let response = try await client.send(CurlRequest(url: try server.url("/status/\(status)")))
        #expect(response.status == status)
        #expect(response.fields["location"] == "/echo")
        #expect(try await server.count(of: "/echo") == 0)
        await client.shutdown()
    }

    @Test func `a connection serves one request after the other`() async throws {
        let server = try await PythonServer()
        let client = CurlClient()
        #expect(client.openConnections == 0)
        var connections: Set<String?> = []
        for _ in 0..<5 {
            let response = try await client.send(CurlRequest(url: try server.url("/echo")))
            connections.insert(response.fields["x-connection"])
        }
        #expect(connections == ["1"])
        #expect(client.openConnections == 1)
        await client.shutdown()
        #expect(client.openConnections == 0)
    }

    @Test func `a server that does not answer holds up nobody else`() async throws {
        let server = try await PythonServer()
        let client = CurlClient()
        let url = try server.url("/silent")
        let slow = Task { try await client.failure(CurlRequest(url: url)) }
        try await server.request(for: "/silent")
        // One after the other, each has to wake the thread out of its waiting for the slow one.
        let start = ContinuousClock.now
        for _ in 0..<30 { _ = try await client.send(CurlRequest(url: try server.url("/echo"))) }
        #expect(start.duration(to: .now) < .seconds(10))
        try await withThrowingTaskGroup { group in
            let url = try server.url("/echo")
            for number in 0..<50 {
                group.addTask {
                    let body = Array("\(number)".utf8)
                    let response = try await client.send(CurlRequest(method: "POST", url: url, body: body))
                    #expect(response.body == body)
                }
            }
            try await group.waitForAll()
        }
        await client.shutdown()
        #expect(try await slow.value == CurlFailure(.uncertain, .shuttingDown))
        #expect(try await client.failure(CurlRequest(url: url)) == CurlFailure(.notSent, .shuttingDown))
    }
}
