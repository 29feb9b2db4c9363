import Testing

@testable import FanfareHost

struct HTTPRequestAssemblyTests {
    private func assembly(_ headers: HTTPHeaders, limit: Int = 100) throws -> HTTPRequestAssembly {
        let request = HTTPRequest(method: .post, target: try HTTPTarget(parsing: "/"), headers: headers)
        return HTTPRequestAssembly(request, bodyLimit: limit)
    }

    @Test func `never more than the limit is reserved or held`() throws {
        let limit = 1 << 20
        for headers: HTTPHeaders in [["Transfer-Encoding": "chunked"], ["Content-Length": "\(limit)"]] {
            var assembly = try assembly(headers, limit: limit)
            for _ in 0..<(limit / 4_096) {
                let goesOn = assembly.append([UInt8](repeating: 0, count: 4_096))
                #expect(goesOn)
                // The allocator rounds up to its own sizes.
                #expect(assembly.request.body.capacity <= limit + limit / 8)
            }
            #expect(assembly.rejection == nil)
            #expect(assembly.request.body.count == limit)
            let goesOn = assembly.append([0])
            #expect(goesOn)
            #expect(assembly.rejection == .bodyTooLarge(limit: limit))
            #expect(assembly.request.body.capacity == 0)
        }
    }

    @Test func `a body four times too long drops the connection`() throws {
        var assembly = try assembly(["Transfer-Encoding": "Chunked"])
        let pieces = [Int](repeating: 10, count: 40) + [3, 1]
        let goesOn = pieces.map { assembly.append([UInt8](repeating: 0, count: $0)) }
        #expect(goesOn == [Bool](repeating: true, count: 41) + [false])
    }

    @Test func `a body is announced by its length or its coding`() throws {
        #expect(try !assembly([:]).announcesBody)
        #expect(try !assembly(["Content-Length": "0"]).announcesBody)
        #expect(try assembly(["content-length": "1"]).announcesBody)
        #expect(try assembly(["transfer-encoding": "chunked"]).announcesBody)
    }
}
