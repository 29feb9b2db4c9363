import FanfareCore
import Testing

@Suite
struct JSONTextTests {
    @Test
    func `output has no spaces, sorted keys and numbers as written`() throws {
        let value = try JSONParser().parse(
            #"{ "b" : [1.50, 1e2, {}, []], "a" : null, "ä": true, "B": "x", "aa": false }"#
        )
        #expect(value.compactText == #"{"B":"x","a":null,"aa":false,"b":[1.50,1e2,{},[]],"ä":true}"#)
        #expect(value.compactBytes == Array(value.compactText.utf8))
    }

    @Test
    func `only what must be escaped is`() {
        let value: JSONValue = ["\"\\\n": "/\u{0}\u{8}\u{9}\u{A}\u{B}\u{C}\u{D}\u{1F}\u{7F}\u{2028}ä😀"]
        #expect(
            value.compactText == "{\"\\\"\\\\\\n\":\"/\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\u{7F}\u{2028}ä😀\"}"
        )
    }

    @Test
    func `bodies that mean the same have one canonical text`() throws {
        let one = try JSONParser().parse(#"{"to":{"user":"42"},"data":{"price":10.50,"n":1e0},"ok":"\u00e4"}"#)
        let other = try JSONParser().parse(#"{ "ok":"ä", "data": {"n": 1.0, "price": 10.5}, "to": {"user": "42"} }"#)
        #expect(one.canonicalText == #"{"data":{"n":1,"price":10.5},"ok":"ä","to":{"user":"42"}}"#)
        #expect(other.canonicalText == one.canonicalText)
        #expect(one == other)
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":"1"}"#), (#"{"a":1}"#, #"{"a":1,"b":null}"#), ("[1,2]", "[2,1]"), ("[]", "{}"),
        (#"{"a":9007199254740993}"#, #"{"a":9007199254740992}"#), ("0", "false"), ("\"\"", "null"),
    ])
    func `bodies that differ have different canonical texts`(one: String, other: String) throws {
        let (one, other) = try (JSONParser().parse(one), JSONParser().parse(other))
        #expect(one.canonicalText != other.canonicalText)
        #expect(one != other)
    }
}
