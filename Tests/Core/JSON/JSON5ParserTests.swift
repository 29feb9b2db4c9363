import FanfareCore
import Testing

@Suite
struct JSON5ParserTests {
    private func parse(_ text: String) throws -> JSONValue {
        try JSONParser(.json5).parse(text)
    }

    @Test
    func `everything JSON5 adds is read`() throws {
        let value = try parse(
            """
            \u{FEFF}// a comment
            {
              unquoted: 'single "quotes"', $_ä1: "it's", "quoted": 1, \\u0061b: 2,
              numbers: [+1, -1, .5, 5., 0xFF, -0xa, 1.50, 1e3, +.5e-1,],
              /* a comment
                 of two ** lines */ lines: "one \\
            two", escapes: '\\v\\x41\\'\\q\\u00e4',\u{A0}\u{2003}raw: "\t\u{2028}",
            } // the end
            """
        )
        #expect(
            value == [
                "unquoted": "single \"quotes\"", "$_ä1": "it's", "quoted": 1, "ab": 2,
                "numbers": [1, -1, 0.5, 5, 255, -10, 1.5, 1000, 0.05],
                "lines": "one two", "escapes": "\u{0B}A'qä", "raw": "\t\u{2028}",
            ]
        )
        let spelt = value["numbers"]?.array?.compactMap(\.number?.text)
        #expect(spelt == ["1", "-1", "0.5", "5", "255", "-10", "1.50", "1e3", "0.5e-1"])
    }

    @Test
    func `a line may be continued with any end of line`() throws {
        #expect(try parse("'a\\\r\nb\\\rc\\\nd\\\u{2028}e'") == "abcde")
    }

    @Test
    func `a comment ends with its line`() throws {
        #expect(try parse("// a\r1") == 1)
        #expect(try parse("// a\u{2028}1") == 1)
        #expect(try parse("1//") == 1)
        #expect(try parse("1/**/") == 1)
    }

    @Test(arguments: [
        ("Infinity", "number-out-of-range", 1),
        ("-Infinity", "number-out-of-range", 1),
        ("[+NaN]", "number-out-of-range", 2),
        ("0x10000000000000000", "number-out-of-range", 1),
        ("0x", "unexpected-end", 3),
        ("[0x]", "invalid-number", 4),
        (".", "unexpected-end", 2),
        ("[.]", "invalid-number", 3),
        ("[+]", "invalid-number", 3),
        ("010", "invalid-number", 1),
        ("--1", "invalid-number", 2),
        ("[,]", "unexpected-character", 2),
        ("[1,,]", "unexpected-character", 4),
        ("{,}", "unexpected-character", 2),
        ("{thread-id: 1}", "unexpected-character", 8),
        ("{1a: 1}", "unexpected-character", 2),
        ("{a: 1, 'a': 2}", "duplicate-key", 8),
        ("{\\x61: 1}", "invalid-escape", 2),
        ("'\\0'", "nul", 2),
        ("'\\x00'", "nul", 2),
        ("'\\1'", "invalid-escape", 2),
        ("'\\01'", "invalid-escape", 2),
        ("'\\x4'", "invalid-escape", 2),
        ("'a\nb'", "control-character", 3),
        ("'abc\"", "unexpected-end", 6),
        ("/* no end", "unexpected-end", 10),
        ("/ 1", "unexpected-character", 2),
        ("// only a comment", "empty", 18),
        ("/*/ 1", "unexpected-end", 6),
        ("{a", "unexpected-end", 3),
        ("{a:", "unexpected-end", 4),
    ])
    func `a fault is named with its column`(text: String, code: String, column: Int) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONParser(.json5).parse(text) }
        #expect(error.code.rawValue == code)
        #expect(error.column == column)
    }

    @Test
    func `a comment that is no UTF-8 is refused`() throws {
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONParser(.json5).parse(Array("1 // gr".utf8) + [0xFC, 0xDF])
        }
        #expect(error.code == .invalidUTF8)
        #expect(error.column == 8)
    }
}
