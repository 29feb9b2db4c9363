import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1))) struct IdempotencyTests {
    private let body = #"{"to":{"user":"42"},"type":"greeting","data":{"name":"Ada","n":1.0},"idempotencyKey":"k"}"#
    private let respelled =
        #"{ "idempotencyKey":"\u006b", "data":{"n":1,"name":"Ada"}, "type":"greeting", "to":{"user":"42"} }"#
    private let other = #"{"to":{"user":"42"},"type":"greeting","data":{"name":"Bob","n":1},"idempotencyKey":"k"}"#

    @Test func `the same body in another spelling gives the first answer again`() async throws {
        try await TestAPI.serve { api in
            _ = try await api.register("ab12", for: "42")
            let first = try await api.call("POST", "/v1/notifications", body)
            #expect(first.status == 202)
            for repeated in [body, respelled] {
                let answer = try await api.call("POST", "/v1/notifications", repeated)
                #expect(answer.status == 200)
                #expect(answer.json == first.json)
            }
            let conflict = try await api.call("POST", "/v1/notifications", other)
            #expect(conflict.status == 409)
            #expect(conflict.field == "/idempotencyKey")
            #expect(try await api.deliveryCount() == 1)
            api.clock.advance(by: .seconds(7 * 86_400))
            #expect(try await api.call("POST", "/v1/notifications", other).status == 202)
        }
    }

    @Test func `repeats at the same time store once`() async throws {
        try await TestAPI.serve { api in
            _ = try await api.register("ab12", for: "42")
            let body = body
            let answers = try await withThrowingTaskGroup { group in
                for _ in 0..<20 { group.addTask { try await api.call("POST", "/v1/notifications", body) } }
                return try await group.reduce(into: [TestAPI.Answer]()) { $0.append($1) }
            }
            #expect(answers.map(\.status).sorted() == Array(repeating: 200, count: 19) + [202])
            #expect(Set(answers.map(\.text)).count == 1)
            #expect(try await api.deliveryCount() == 1)
        }
    }

    @Test func `a key is remembered by a server that was started again`() async throws {
        let folder = try TemporaryFolder()
        var first: JSONValue = nil
        try await TestAPI.serve({ try await folder.store(clock: $0) }) { api in
            _ = try await api.register("ab12", for: "42")
            first = try await api.call("POST", "/v1/notifications", body).json
            await api.store.close()
        }
        try await TestAPI.serve({ try await folder.store(clock: $0) }) { api in
            let again = try await api.call("POST", "/v1/notifications", respelled)
            #expect(again.status == 200)
            #expect(again.json == first)
            #expect(try await api.call("POST", "/v1/notifications", other).status == 409)
            #expect(try await api.deliveryCount() == 1)
        }
    }
}
