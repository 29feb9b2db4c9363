import FanfareCore
import Testing

@Suite
struct JSONParserTests {
    @Test
    func `a document becomes the value it says`() throws {
        let value = try JSONParser().parse(
            #" {"text": "Grüße \u00e4 \ud83d\ude00 \"\\\/\b\f\n\r\t", "list": [1, -2.50, 1e3, true, false, null], "deep": {"": []}} "#
        )
        #expect(
            value == [
                "text": "Grüße ä 😀 \"\\/\u{08}\u{0C}\n\r\t",
                "list": [1, -2.5, 1000, true, false, nil],
                "deep": ["": []],
            ]
        )
        #expect(value["list"]?[1]?.number?.text == "-2.50")
        #expect(value["list"]?[6] == nil)
        #expect(value["list"]?[-1] == nil)
        #expect(value["text"]?[0] == nil)
    }

    @Test(arguments: [
        ("", "empty", 1, 1, ""),
        (" \n ", "empty", 2, 2, ""),
        ("{", "unexpected-end", 1, 2, ""),
        ("[1, 2", "unexpected-end", 1, 6, ""),
        ("{\"a\": \"b", "unexpected-end", 1, 9, "/a"),
        ("tru", "unexpected-end", 1, 4, ""),
        ("nil", "unexpected-character", 1, 2, ""),
        ("{\"to\": {\"user\": x}}", "unexpected-character", 1, 17, "/to/user"),
        ("[0, {\"a/b~\": [true, fals]}]", "unexpected-character", 1, 25, "/1/a~1b~0/1"),
        ("[1,]", "unexpected-character", 1, 4, "/1"),
        ("{\"a\":1,}", "unexpected-character", 1, 8, ""),
        ("{a:1}", "unexpected-character", 1, 2, ""),
        ("['a']", "unexpected-character", 1, 2, "/0"),
        ("// c\n1", "unexpected-character", 1, 1, ""),
        ("1 2", "trailing-content", 1, 3, ""),
        ("{}\n}", "trailing-content", 2, 1, ""),
        ("\u{FEFF}{}", "byte-order-mark", 1, 1, ""),
        ("{\"a\": 1,\r\n \"a\": 2}", "duplicate-key", 2, 2, "/a"),
        ("{\"x\": {\"a\": 1, \"\\u0061\": 1}}", "duplicate-key", 1, 16, "/x/a"),
        ("{\"\u{E9}\": 1, \"e\u{301}\": 1}", "duplicate-key", 1, 10, "/\u{E9}"),
        ("{\"a\": \"x\\u0000\"}", "nul", 1, 9, "/a"),
        ("\"\u{0}\"", "nul", 1, 2, ""),
        ("{\"\\u0000\": 1}", "nul", 1, 3, ""),
        ("\"\u{1}\"", "control-character", 1, 2, ""),
        ("\"\n\"", "control-character", 1, 2, ""),
        ("[\"\\ud83d\"]", "lone-surrogate", 1, 3, "/0"),
        ("[\"\\ude00\"]", "lone-surrogate", 1, 3, "/0"),
        ("[\"ä\\ud83d\\ud83d\"]", "lone-surrogate", 1, 4, "/0"),
        ("\"\\x41\"", "invalid-escape", 1, 2, ""),
        ("\"\\u12G4\"", "invalid-escape", 1, 2, ""),
        ("\"\\u12", "unexpected-end", 1, 6, ""),
        ("01", "invalid-number", 1, 1, ""),
        ("-", "unexpected-end", 1, 2, ""),
        ("[-]", "invalid-number", 1, 3, "/0"),
        ("[1.]", "invalid-number", 1, 4, "/0"),
        ("[1e]", "invalid-number", 1, 4, "/0"),
        ("[.5]", "unexpected-character", 1, 2, "/0"),
        ("[+5]", "unexpected-character", 1, 2, "/0"),
        ("[NaN]", "unexpected-character", 1, 2, "/0"),
        ("0x10", "trailing-content", 1, 2, ""),
        ("{\"latitude\":1e400}", "number-out-of-range", 1, 13, "/latitude"),
        ("-1e400", "number-out-of-range", 1, 1, ""),
        ("1e-400", "number-out-of-range", 1, 1, ""),
        ("1e99999999999999999999", "number-out-of-range", 1, 1, ""),
    ])
    func `a fault is named with its line, column and pointer`(
        text: String,
        code: String,
        line: Int,
        column: Int,
        pointer: String
    ) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONParser().parse(text) }
        #expect(error.code.rawValue == code)
        #expect(error.line == line)
        #expect(error.column == column)
        #expect(error.pointer.description == pointer)
        #expect(error.code.explanation != code)
    }

    @Test(
        arguments: [
            ([0x22, 0xFF, 0x22], 2),
            ([0x22, 0xC3, 0x22], 2),
            ([0x22, 0x41, 0xC3, 0xA4, 0xED, 0xA0, 0x80, 0x22], 4),
            ([0x22, 0xC0, 0x80, 0x22], 2),
            ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 2),
            ([0x22, 0xE2, 0x82, 0x5C, 0x6E, 0x22], 2),
        ] as [([UInt8], Int)]
    )
    func `bytes that are no UTF-8 are refused where they are`(bytes: [UInt8], column: Int) throws {
        for syntax in [JSONParser.Syntax.json, .json5] {
            let error = try #require(throws: JSONSyntaxError.self) {
                try JSONParser(syntax).parse([0x5B] + bytes + [0x5D])
            }
            #expect(error.code == .invalidUTF8)
            #expect(error.column == column + 1)
            #expect(error.pointer.description == "/0")
        }
    }

    @Test
    func `64 levels are read and 65 are refused, however many follow`() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(try JSONParser().parse(nested(64)).array?.count == 1)
        for levels in [65, 1_000_000] {
            let error = try #require(throws: JSONSyntaxError.self) { try JSONParser().parse(nested(levels)) }
            #expect(error.code == .tooDeep)
            #expect(error.column == 65)
            #expect(error.pointer.tokens == Array(repeating: "0", count: 64))
        }
        let objects = String(repeating: "{\"a\":", count: 100_000)
        #expect(throws: JSONSyntaxError.self) { try JSONParser(.json5).parse(objects) }
    }

    @Test
    func `siblings do not count as depth`() throws {
        let text = "[" + Array(repeating: "[{}]", count: 200).joined(separator: ",") + "]"
        #expect(try JSONParser().parse(text).array?.count == 200)
    }

    @Test
    func `a number has at most 400 characters`() throws {
        let longest = "0." + String(repeating: "1", count: 398)
        #expect(try JSONParser().parse(longest).number?.text == longest)
        let error = try #require(throws: JSONSyntaxError.self) { try JSONParser().parse(longest + "1") }
        #expect(error.code == .numberOutOfRange)
        let huge = String(repeating: "9", count: 309)
        #expect(throws: JSONSyntaxError.self) { try JSONParser().parse(huge) }
        let tiny = "0." + String(repeating: "0", count: 390) + "1"
        #expect(throws: JSONSyntaxError.self) { try JSONParser().parse(tiny) }
    }

    @Test
    func `a fault's description has no value of the document in it`() throws {
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONParser().parse("{\"password\": \"hunter2\\q\"}")
        }
        #expect(error.description == "not a valid escape at line 1, column 22 (/password)")
    }
}
