import FanfareCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite
struct JSONCodableTests {
    @Test(arguments: [
        "null", "true", "[]", "{}", "\"ä\"", "0", "-5", "1.5", "10.50", "9223372036854775807", "18446744073709551615",
        "9007199254740993", "0.1", "1e300", "-1e-300", "12345678901234567890123", "0.12345678901234567890123",
        #"{"a":[{"b":null},1.0,"x"],"c":{"d":false}}"#,
    ])
    func `a value survives an encoder and a decoder`(text: String) throws {
        let value = try JSONParser().parse(text)
        let encoded = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: encoded) == value)
        #expect(try JSONParser().parse(Array(encoded)) == value)
    }

    @Test
    func `whole numbers are encoded as integers`() throws {
        let value = try JSONParser().parse("[1.0, 1e3, 18446744073709551615, 0.5, 10.50]")
        let encoded = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        #expect(encoded == "[1,1000,18446744073709551615,0.5,10.5]")
    }
}
