import FanfareCore
import FoundationEssentials
import Testing

@Suite struct PayloadTests {
    private struct Message: Codable, Equatable {
        var zebra = 1
        var apple = "a/b"
        var mango: [String: Int] = ["y": 1, "x": 2]
    }

    @Test func `equal messages have equal payloads, whatever order they were built in`() throws {
        let payload = try Payload(encoding: Message())
        #expect(String(data: payload.json, encoding: .utf8) == #"{"apple":"a/b","mango":{"x":2,"y":1},"zebra":1}"#)
        #expect(try payload == Payload(encoding: Message()))
        #expect(try payload.decoded(as: Message.self) == Message())
    }

    @Test func `a message may be a bare string`() throws {
        #expect(try Payload(encoding: "Hello").decoded(as: String.self) == "Hello")
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `a number that JSON does not have is an error`(number: Double) {
        #expect(throws: EncodingError.self) { try Payload(encoding: [number]) }
    }

    @Test(arguments: ["", "{", "{}", "[]", #"{"zebra":"x","apple":"","mango":{}}"#])
    func `what is no such message is an error`(json: String) {
        #expect(throws: DecodingError.self) { try Payload(json: Data(json.utf8)).decoded(as: Message.self) }
    }
}
