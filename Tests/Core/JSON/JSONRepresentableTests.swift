import FanfareCore
import FoundationEssentials
import Testing

private struct Note: JSONRepresentable, Hashable {
    var text: String?
    var count: Int?

    init(text: String? = nil, count: Int? = nil) {
        self.text = text
        self.count = count
    }

    init(json: JSONValue) throws {
        let members = try json.members()
        text = try members.read("text", \.string)
        count = try members.read("count", \.number?.int)
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [:]
        members["text"] = text.map { .string($0) }
        members["count"] = count.map { .number(JSONNumber($0)) }
        return .object(members)
    }
}

struct JSONRepresentableTests {
    private let note = Note(text: "a/b é 🎉", count: 0)

    private func payload(_ text: String) -> Payload { Payload(json: Data(text.utf8)) }

    @Test func `a payload is the form it makes itself`() throws {
        #expect(try String(decoding: Payload(encoding: note).json, as: UTF8.self) == #"{"count":0,"text":"a/b é 🎉"}"#)
        #expect(try Payload(encoding: note).decoded(as: Note.self) == note)
        #expect(try payload(#"{"count":null}"#).decoded(as: Note.self) == Note())
    }

    @Test func `encoders and decoders have the same form`() throws {
        #expect(try JSONDecoder().decode(Note.self, from: Payload(encoding: note).json) == note)
        #expect(try JSONDecoder().decode(Note.self, from: JSONEncoder().encode(note)) == note)
        #expect(try Payload(encoding: [note]).decoded(as: [Note].self) == [note])
    }

    @Test func `a value of another kind is named, and not shown`() {
        let error = #expect(throws: DecodingError.self) {
            try payload(#"{"count":"confidential"}"#).decoded(as: Note.self)
        }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["count"])
        #expect(!String(describing: context).contains("confidential"))
    }

    @Test(arguments: ["[]", "1", "", "{", "{\"text\":1}"])
    func `what is no such message is refused`(_ text: String) {
        #expect(throws: (any Error).self) { try payload(text).decoded(as: Note.self) }
    }
}
