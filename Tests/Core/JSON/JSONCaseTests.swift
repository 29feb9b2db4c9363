import FanfareCore
import Testing

/// Failures other systems had, as far as they are the parser's to prevent.
@Suite
struct JSONCaseTests {
    // fcm-01
    @Test
    func `numbers of custom data keep every digit and zero`() throws {
        let text =
            #"{"big":9007199254740993,"deep":{"k":1},"id":21465,"none":null,"price":1.10,"tags":["a","b"],"vip":true}"#
        let value = try JSONParser().parse(text)
        #expect(value.compactText == text)
        #expect(value["big"]?.number?.text == "9007199254740993")
        #expect(value["price"]?.number?.text == "1.10")
    }

    // geo-04
    @Test(arguments: [
        (#"{"latitude":1e400,"longitude":0}"#, JSONSyntaxError.Code.numberOutOfRange),
        (#"{"latitude":NaN,"longitude":0}"#, .unexpectedCharacter),
        (#"{"latitude":-nan,"longitude":0}"#, .invalidNumber),
        (#"{"latitude":52,5,"longitude":0}"#, .unexpectedCharacter),
    ])
    func `a coordinate that is no number is refused, with its field`(text: String, code: JSONSyntaxError.Code) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONParser().parse(text) }
        #expect(error.code == code)
        #expect(error.pointer.description == (text.contains("52,5") ? "" : "/latitude"))
    }

    // creds-06
    @Test
    func `a trailing comma in a service account is refused with its line`() throws {
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONParser().parse("{\n  \"type\": \"service_account\",\n}\n")
        }
        #expect(error.description == "unexpected character at line 3, column 1")
    }
}
