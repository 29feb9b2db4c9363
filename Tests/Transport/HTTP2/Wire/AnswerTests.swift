import FanfareHTTP2
import Testing

extension WireTests {
    @Suite struct AnswerTests {
        @Test
        func `a request arrives as it was made, and its answer as it was given`() async throws {
            let server = try await ScriptedServer(
                #"[[{"serve": {"status": 400, "body": {"reason": "BadTopic"}, "fields": {"apns-id": "1", "x": "y"}}}]]"#
            )
            var sent = HTTP2Request(path: "/3/device/ab?x=1", body: Array("héllo".utf8))
            try sent.fields.append("apns-topic", "com.example", indexing: .indexed)
            try sent.fields.append("authorization", "bearer x", indexing: .never)
            try sent.fields.append("apns-id", "7", indexing: .indexedOnce)
            try await withPool(to: server.endpoint) { [sent] pool in
                let response = try await pool.send(sent)
                #expect(response.status == 400)
                #expect(String(decoding: response.body, as: UTF8.self) == #"{"reason": "BadTopic"}"#)
                #expect(response.fields == ["apns-id": "1", "x": "y"])
                #expect(try await pool.send(sent).connection == response.connection)
            }
            let received = try #require(try await server.records().first)
            #expect(received.error == nil)
            #expect(received.requests.count == 2)
            for request in received.requests {
                #expect(request.body == "héllo")
                #expect(
                    request.fields == [
                        ":method": "POST", ":scheme": "http", ":path": "/3/device/ab?x=1",
                        ":authority": "localhost:\(server.port)", "apns-topic": "com.example",
                        "authorization": "bearer x", "apns-id": "7",
                    ]
                )
            }
        }

        @Test
        func `a request without a body ends with its header`() async throws {
            let server = try await ScriptedServer(#"[[{"serve": {"status": 204}}]]"#)
            try await withPool(to: server.endpoint) { pool in
                #expect(await pool.outcome(of: HTTP2Request(method: "GET", path: "/")) == .status(204))
            }
            #expect(try await server.records()[0].requests[0].fields[":method"] == "GET")
        }

        @Test
        func `a body is cut off at its limit`() async throws {
            let server = try await ScriptedServer(#"[[{"serve": {"status": 200, "body": "0123456789"}}]]"#)
            try await withPool(to: server.endpoint, { $0.longestBody = 4 }) { pool in
                let response = try await pool.send(request("a"))
                #expect(response.body == Array("0123".utf8))
            }
        }

        @Test(arguments: ["", "x", "/a b", "/é", "/a\r\nx: y", "*"])
        func `a path that no request has is refused`(path: String) async throws {
            try await withPool(to: HTTP2Endpoint(host: "localhost", port: 9, isSecure: false)) { pool in
                #expect(await pool.outcome(of: HTTP2Request(path: path)) == .failure(.notSent, .invalidRequest))
                #expect(pool.statistics.dials == 0)
            }
        }

        @Test
        func `a body longer than the peer's window arrives in parts`() async throws {
            let server = try await ScriptedServer(
                #"[[{"send": "SETTINGS", "INITIAL_WINDOW_SIZE": 100}, {"serve": {"status": 200}}]]"#
            )
            let body = String(repeating: "0123456789", count: 10_000)
            try await withPool(to: server.endpoint) { pool in
                #expect(
                    await pool.outcomes(of: [request("a", body: body), request("b", body: body)]) == [
                        .status(200), .status(200),
                    ]
                )
            }
            #expect(try await server.records()[0].requests.map(\.body) == [body, body])
        }

        /// A server may answer before it has read the body, and then break the stream off (as nginx does).
        @Test
        func `an answer that comes before the end of the body is taken`() async throws {
            let server = try await ScriptedServer(
                """
                [[{"send": "SETTINGS", "INITIAL_WINDOW_SIZE": 1}, {"await_headers": 1},
                  {"respond": {"requests": [1], "with": {"status": 200}}}, {"reset": {"requests": [1], "error": "NO_ERROR"}},
                  {"await_headers": 2}, {"respond": {"requests": [2], "with": {"status": 413, "body": "no"}}}, {"await_reset": 2},
                  {"await_headers": 3}, {"respond_all": {"status": 201}}]]
                """
            )
            try await withPool(to: server.endpoint) { pool in
                #expect(await pool.outcome(of: request("a", body: "0123456789")) == .status(200))
                #expect(await pool.outcome(of: request("b", body: "0123456789")) == .status(413))
                #expect(await pool.outcome(of: request("c")) == .status(201))
            }
        }
    }
}
