import FanfareHTTP2
import Testing

struct HTTP2FieldsTests {
    @Test(arguments: ["", "Apns-Topic", ":path", "apns topic", "apns\r\nx", "thé"])
    func `a name that HTTP/2 does not allow is refused`(name: String) {
        var fields = HTTP2Fields()
        #expect(throws: HTTP2FieldError.name(name)) { try fields.append(name, "value") }
        #expect(fields == HTTP2Fields())
    }

    @Test(arguments: ["a\r\nb: c", "a\u{0}", "tab\t", " a", "a ", "é"])
    func `a value that could break out of its field is refused and not repeated`(value: String) {
        var fields = HTTP2Fields()
        #expect(throws: HTTP2FieldError.value(ofField: "apns-topic")) { try fields.append("apns-topic", value) }
        #expect(fields == HTTP2Fields())
    }

    @Test func `fields lie one after the other`() throws {
        var fields = HTTP2Fields()
        try fields.append("a", "1")
        try fields.append("bc", "", indexing: .never)
        #expect(fields.bytes == Array("a1bc".utf8))
        #expect(fields.positions.map(\.start) == [0, 2])
        #expect(fields.positions.map(\.valueLength) == [1, 0])
    }
}
