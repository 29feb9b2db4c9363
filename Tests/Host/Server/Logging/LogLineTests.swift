import FanfareCore
import Testing

@testable import FanfareHost

struct LogLineTests {
    private func line(_ message: String, _ fields: [String: JSONValue] = [:], as format: LogFormat) -> String {
        let time = Timestamp(millisecondsSinceEpoch: 1_767_225_600_007)
        let bytes = LogLine(time: time, level: .info, message: message, fields: fields).bytes(as: format)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a line for people has time, level, message and sorted fields`() {
        let fields: [String: JSONValue] = ["reason": "bad token", "attempt": 2, "channel": "apns", "empty": ""]
        #expect(
            line("Delivery failed", fields, as: .text)
                == "2026-01-01T00:00:00.007Z info    Delivery failed attempt=2 channel=apns empty=\"\" reason=\"bad token\"\n"
        )
    }

    @Test func `a line for programs is one JSON object`() throws {
        let fields: [String: JSONValue] = ["reason": "a \"b\"", "data": ["n": 1]]
        #expect(
            line("Delivery failed", fields, as: .json)
                == #"{"time":"2026-01-01T00:00:00.007Z","level":"info","message":"Delivery failed","#
                + #""fields":{"data":{"n":1},"reason":"a \"b\""}}"# + "\n"
        )
        #expect(!line("Started", as: .json).contains("fields"))
    }

    @Test(arguments: LogFormat.allCases)
    func `nothing in a value breaks a line, injects one or steers a terminal`(format: LogFormat) throws {
        for evil in ["\n", "\r\n", "\r", "\u{0}", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\u{202E}"] {
            let text = "a\(evil)2026-01-01T00:00:00.000Z error fake"
            let line = line(
                text,
                ["key\(evil)": .string(text), "nested": .array([.object([text: .string(text)])])],
                as: format
            )
            #expect(line.hasSuffix("\n"))
            let hidden = line.unicodeScalars.dropLast().filter {
                switch $0.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: true
                default: false
                }
            }
            #expect(hidden.isEmpty)
            // The parser refuses U+0000, rightly written or not.
            if format == .json && evil != "\u{0}" {
                let value = try JSONParser().parse(line)
                #expect(value["fields"]?["key\(evil)"] == .string(text), "escaping loses nothing")
            }
        }
    }

    @Test func `a value with an equals sign or a quote is quoted`() {
        #expect(line("m", ["a": "b=c", "d": "\"", "e": "é"], as: .text).hasSuffix(#" a="b=c" d="\"" e=é"# + "\n"))
    }

    @Test(arguments: LogFormat.allCases)
    func `long values are cut at a bound, between characters`(format: LogFormat) {
        let line = line("m", ["a": .string("x" + String(repeating: "é", count: 5000)), "b": true], as: format)
        #expect(line.utf8.count < 1200)
        #expect(line.contains("é…"))
        #expect(!line.contains("\u{FFFD}"))
    }

    @Test(arguments: LogFormat.allCases)
    func `a line has a bound, and says when fields are missing`(format: LogFormat) throws {
        let worst = String(repeating: "\u{1}", count: 5000)
        let fields = Dictionary(uniqueKeysWithValues: (0..<40).map { ("field\($0)", JSONValue.string(worst)) })
        let many = Dictionary(uniqueKeysWithValues: (0..<900).map { ("field\($0)", JSONValue.bool(true)) })
        for fields in [fields, many] {
            let line = line(worst, fields, as: format)
            #expect(line.utf8.count <= LogLine.limit)
            #expect(line.contains(format == .json ? #""truncated":true"# : "truncated=true"))
            if format == .json { #expect(throws: Never.self) { try JSONParser().parse(line) } }
        }
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (1_735_689_599_999, "2024-12-31T23:59:59.999Z"),
        (1_709_208_000_123, "2024-02-29T12:00:00.123Z"),
    ])
    func `times are RFC 3339 in UTC with milliseconds`(milliseconds: Int64, text: String) {
        #expect(Timestamp(millisecondsSinceEpoch: milliseconds).logText == text)
    }

    @Test func `the ends of time can be written`() {
        #expect(Timestamp(microsecondsSinceEpoch: .min).logText.hasSuffix("Z"))
        #expect(Timestamp(microsecondsSinceEpoch: .max).logText.hasSuffix("Z"))
    }
}
