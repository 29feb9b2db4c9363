import FanfareCore
import Testing

/// Hostile bytes: the parser answers, with a value that survives being written and read again, or with a fault.
@Suite
struct JSONFuzzTests {
    private static let seeds = [
        #"{"to":{"user":"42"},"type":"order.shipped","data":{"n":-12.50e+3,"list":[1,2,[true,null]],"t":"ä\u00e4\ud83d\ude00\n"}}"#,
        "{ // c\n a: 'x\\\ny', $b: [+.5, 0xFF, 5., ], /* d */ \"c\": {e: \"\\x41\\v\",},}",
        String(repeating: "[", count: 70),
        #"["\ud83d","\u0000",1e400,00,"\q"]"#,
    ]
    private static let interesting =
        Array("{}[]\",':\\/*+-.0123456789eExXuINafnrtdD \n\r\u{0}".utf8) + [0x80, 0xC3, 0xED, 0xE2, 0xFF]

    private func check(_ bytes: [UInt8]) throws {
        for syntax in [JSONParser.Syntax.json, .json5] {
            let value: JSONValue
            do throws(JSONSyntaxError) {
                value = try JSONParser(syntax).parse(bytes)
            } catch {
                #expect(error.line >= 1 && error.column >= 1 && error.column <= bytes.count + 1)
                continue
            }
            // Whatever was read can be written and read again; that this throws is a failure of the test.
            let again = try JSONParser().parse(value.compactBytes)
            let canonical = try JSONParser().parse(value.canonicalText)
            #expect(again == value && canonical == value, "\(bytes)")
            if syntax == .json {
                let asJSON5 = try JSONParser(.json5).parse(bytes)
                #expect(asJSON5 == value, "JSON is JSON5: \(bytes)")
            }
        }
    }

    @Test
    func `mutated documents are read or refused`() throws {
        var generator = SeededGenerator(state: 42)
        for _ in 0..<4_000 {
            var bytes = Array(Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &generator)].utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                let byte = Self.interesting[Int.random(in: 0..<Self.interesting.count, using: &generator)]
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[index] = byte
                case 1: bytes.insert(byte, at: index)
                case 2: bytes.removeSubrange(index..<min(index + 3, bytes.count))
                default: bytes = Array(bytes[...index])
                }
                if bytes.isEmpty { bytes = [byte] }
            }
            try check(bytes)
        }
    }

    @Test
    func `random bytes are read or refused`() throws {
        var generator = SeededGenerator(state: 7)
        for round in 0..<4_000 {
            let count = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<count).map { _ in
                round.isMultiple(of: 2)
                    ? UInt8.random(in: 0...255, using: &generator)
                    : Self.interesting[Int.random(in: 0..<Self.interesting.count, using: &generator)]
            }
            try check(bytes)
        }
    }

    @Test
    func `every beginning of a document is refused at its end or earlier`() throws {
        for seed in Self.seeds.prefix(2) {
            let bytes = Array(seed.utf8)
            for length in 0..<bytes.count {
                #expect(throws: JSONSyntaxError.self) { try JSONParser(.json5).parse(Array(bytes[..<length])) }
            }
        }
    }
}

/// SplitMix64: the same numbers in every run.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
