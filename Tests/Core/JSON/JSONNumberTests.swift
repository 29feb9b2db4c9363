import FanfareCore
import Testing

@Suite
struct JSONNumberTests {
    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("0.000", "0"), ("-0e99999999999999999999", "0"),
        ("1", "1"), ("1.0", "1"), ("1e0", "1"), ("10e-1", "1"), ("0.1E+1", "1"),
        ("10.50", "10.5"), ("-1050e-2", "-10.5"), ("0.00001", "0.00001"), ("1e-7", "1e-7"), ("0.0000001", "1e-7"),
        ("12345e-7", "0.0012345"), ("9007199254740993", "9007199254740993"), ("9007199254740993.0", "9007199254740993"),
        ("100000000000000000000", "100000000000000000000"), ("1e20", "100000000000000000000"),
        ("1e21", "1e21"), ("1000000000000000000000", "1e21"), ("1234e30", "1.234e33"), ("-1.5E300", "-1.5e300"),
        ("123456789012345678901", "123456789012345678901"),
    ])
    func `every spelling of a value has one canonical spelling`(text: String, canonical: String) throws {
        let number = try #require(JSONNumber(text))
        #expect(number.text == text)
        #expect(number.canonicalText == canonical)
        #expect(JSONNumber(canonical) == number)
        #expect(JSONNumber(canonical)?.hashValue == number.hashValue)
        #expect(Double(canonical) == number.double)
    }

    @Test
    func `numbers a Double cannot tell apart are different`() {
        #expect(JSONNumber("9007199254740993") != JSONNumber("9007199254740992"))
        #expect(JSONNumber("0.1") != JSONNumber("0.1000000000000000055511151231257827"))
    }

    @Test(arguments: ["", " 1", "1 ", "01", "+1", ".5", "5.", "1e", "0x1", "NaN", "Infinity", "1e400", "1,5", "-"])
    func `a text that is no JSON number is refused`(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test
    func `whole values are integers in any spelling`() {
        #expect(JSONNumber("1.0")?.int == 1)
        #expect(JSONNumber("-12e2")?.int == -1200)
        #expect(JSONNumber("9223372036854775807")?.int == Int.max)
        #expect(JSONNumber("-9223372036854775808.0")?.int == Int.min)
        #expect(JSONNumber("9223372036854775808")?.int == nil)
        #expect(JSONNumber("1.5")?.int == nil)
        #expect(JSONNumber("1e30")?.int == nil)
    }

    @Test
    func `a Double keeps its value and infinity is refused`() {
        #expect(JSONNumber(0.1)?.text == "0.1")
        #expect(JSONNumber(3.0)?.text == "3")
        #expect(JSONNumber(1e300)?.double == 1e300)
        #expect(JSONNumber(-Double.infinity) == nil)
        #expect(JSONNumber(Double.nan) == nil)
    }
}
