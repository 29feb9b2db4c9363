import Testing

@testable import FanfareHTTP2

@Suite struct ClientSessionTests {
    private let session: ClientSession

    init() throws {
        session = try #require(ClientSession(authority: "example.org", isSecure: true, longestBody: 10))
    }

    @Test
    func `fields go into the peer's table as they were made to`() async throws {
        var fields = HTTP2Fields()
        try fields.append("a", String(repeating: "~", count: 50), indexing: .indexed)
        let indexed = try await sizes(of: [fields, fields, fields])
        #expect(indexed[0] - indexed[1] > 50)
        #expect(indexed[1] == indexed[2])
    }

    @Test
    func `a field that is never indexed costs the same each time`() async throws {
        var fields = HTTP2Fields()
        try fields.append("b", String(repeating: "~", count: 50), indexing: .never)
        let sizes = try await sizes(of: [HTTP2Fields(), HTTP2Fields(), fields, fields])
        #expect(sizes[2] == sizes[3])
        #expect(sizes[2] - sizes[1] > 50)
    }

    @Test
    func `a field that is indexed once is kept with its first value`() async throws {
        var first = HTTP2Fields()
        try first.append("c", String(repeating: "~", count: 50), indexing: .indexedOnce)
        var second = HTTP2Fields()
        try second.append("c", String(repeating: "^", count: 50), indexing: .indexedOnce)
        let sizes = try await sizes(of: [first, second, second, HTTP2Fields()])
        #expect(sizes[1] == sizes[2])
        #expect(sizes[2] - sizes[3] > 50)
    }

    @Test
    func `when the numbers of streams run out there is no further request`() async throws {
        let session = try #require(
            ClientSession(authority: "example.org", isSecure: true, longestBody: 10, firstStream: Int32.max - 2)
        )
        try await withExchanges([HTTP2Request(path: "/"), HTTP2Request(path: "/"), HTTP2Request(path: "/")]) { all in
            #expect(session.submit(all[0]))
            #expect(session.submit(all[1]))
            #expect(!session.submit(all[2]))
            #expect(session.exchanges.all.map(\.stream) == [Int32.max - 2, Int32.max])
        }
    }

    @Test
    func `a request counts as written when its header became bytes`() async throws {
        try await withExchanges([HTTP2Request(path: "/", body: [1, 2, 3])]) { all in
            #expect(session.submit(all[0]))
            var written: [Exchange] = []
            session.takeWritten(for: &written)
            #expect(written.isEmpty)
            _ = bytes()
            session.takeWritten(for: &written)
            #expect(written.first === all[0])
            #expect(all[0].isBodySent)
        }
    }

    @Test
    func `requests are found by their streams, whichever of them end first`() async throws {
        try await withExchanges(Array(repeating: HTTP2Request(path: "/"), count: 200)) { all in
            for exchange in all { #expect(session.submit(exchange)) }
            // The first one lasts longest, so that the places after it become free before its own.
            for exchange in all[1...150] + [all[0]] { #expect(session.forget(exchange.stream) === exchange) }
            for exchange in all[...150] { #expect(session.exchange(on: exchange.stream) == nil) }
            for exchange in all[151...] { #expect(session.exchange(on: exchange.stream) === exchange) }
            #expect(session.exchange(on: all[199].stream + 2) == nil)
            #expect(session.exchanges.all.map(\.stream) == all[151...].map(\.stream))
        }
    }

    /// How many bytes each of the requests takes, one after the other on one connection.
    private func sizes(of fields: [HTTP2Fields]) async throws -> [Int] {
        _ = bytes()
        var sizes: [Int] = []
        let requests = fields.map { HTTP2Request(path: "/", fields: $0) }
        try await withExchanges(requests) { all in
            for exchange in all {
                #expect(session.submit(exchange))
                sizes.append(bytes())
            }
        }
        return sizes
    }

    private func bytes() -> Int {
        var count = 0
        while let frame = unsafe session.next() { count += frame.count }
        return count
    }

    /// Runs `body` with an exchange for each request, and gives their callers an end after it.
    private func withExchanges(_ requests: [HTTP2Request], _ body: ([Exchange]) throws -> Void) async throws {
        let settled = Settled()
        var exchanges: [Exchange] = []
        for (index, request) in requests.enumerated() {
            let waiting = WaitingRequest(ticket: UInt64(index), request: request, caller: await caller(), since: .now)
            exchanges.append(Exchange(waiting, waitTimeout: .seconds(1), settled))
        }
        defer {
            for exchange in exchanges { exchange.settle(.failure(CancellationError())) }
            settled.resumeCallers()
        }
        try body(exchanges)
    }

    /// The continuation of a caller who does not care what comes.
    private func caller() async -> Caller {
        await withCheckedContinuation { made in
            Task {
                _ = try? await unsafe withUnsafeThrowingContinuation { made.resume(returning: unsafe Caller($0)) }
            }
        }
    }
}
