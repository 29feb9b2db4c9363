import FanfareCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Our parser against Foundation's, on the same bytes.
@Suite
struct JSONDifferentialTests {
    private static let agreed: [String] = [
        "", " ", "null", " null ", "nul", "nulll", "true", "TRUE", "[", "]", "[]", "[ ]", "[1]", "[1,2]", "[1 2]",
        "[,1]",
        "[[]", "[]]", "{}", "{\"a\"}", "{\"a\":}", "{\"a\":1}", "{,}", "{1:2}", "{a:1}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}", "{\"a\":{\"b\":[{}]}}", "0", "-0", "-1", "+1", "01", "-01", "1.", ".1", "1.5", "1.50",
        "1e5",
        "1E5", "1e+5", "1e-5", "1e", "1e+", "1.e5", "--1", "1-", "0x1", "1_0", "NaN", "Infinity", "-Infinity", "1e400",
        "123456789012345678901234567890", "9007199254740993", "0.1", "100000000000000000000.5",
        "\"\"", "\"a", "a\"", "'a'", "\"\\\"\"", "\"\\\\\"", "\"\\/\"", "\"\\b\\f\\n\\r\\t\"", "\"\\a\"", "\"\\x41\"",
        "\"\\u0041\"", "\"\\u00e9\"", "\"\\uD83D\\uDE00\"", "\"\\ud83d\"", "\"\\ud83dx\"", "\"\\ud83d\\u0041\"",
        "\"\\ude00\"", "\"\\u12\"", "\"\\uzzzz\"", "\"\t\"", "\"\n\"", "\"\u{1}\"", "\"\u{7F}\"", "\"\u{2028}\"",
        "\"ä😀\"",
        "\"\u{FFFF}\"", "\u{A0}1", "\u{0B}1", "/**/1", "1//", "{\"\":0}", "{\"ä\":\"\\u00e4\"}", "1 2", "[1]x", "{}{}",
        "[1e0,1.0,1]", "[true,false,null,\"\",0,{},[]]", "[\"\\", "{\"a\":\"b\"", "\"\\u0061\\u0062\"", "\u{FEFF}",
    ]

    /// Where ours refuses what Foundation takes, on purpose; see `JSONParser`.
    private static let stricter: [(String, JSONSyntaxError.Code)] = [
        ("{\"a\":1,\"a\":2}", .duplicateKey),
        ("\"\\u0000\"", .nul),
        // RFC 8259 has no trailing commas.
        ("[1,]", .unexpectedCharacter),
        ("{\"a\":1,}", .unexpectedCharacter),
        ("1e-400", .numberOutOfRange),
        (String(repeating: "[", count: 100) + String(repeating: "]", count: 100), .tooDeep),
        ("\u{FEFF}1", .byteOrderMark),
    ]

    @Test(arguments: agreed)
    func `both accept and reject the same, with the same value`(text: String) {
        let ours = try? JSONParser().parse(text)
        let theirs = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(ours == theirs)
    }

    @Test(arguments: stricter)
    func `ours is stricter only where it says so`(text: String, code: JSONSyntaxError.Code) {
        #expect((try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))) != nil)
        #expect { try JSONParser().parse(text) } throws: { ($0 as? JSONSyntaxError)?.code == code }
    }
}
