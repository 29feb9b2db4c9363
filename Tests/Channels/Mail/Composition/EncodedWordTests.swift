import Testing

@testable import FanfareMail

struct EncodedWordTests {
    @Test func `what people see as one character is not divided, unless it is longer than a word`() {
        let family = "👨‍👩‍👧‍👦"
        let tower = "e" + String(repeating: "\u{301}", count: 60)
        #expect(EncodedWord.b.pieces(of: family + "x") == [Array(family.utf8), Array("x".utf8)])
        let pieces = EncodedWord.b.pieces(of: tower)
        #expect(pieces.count == 61)
        #expect(pieces.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
    }

    @Test(arguments: [
        ("Grüße", "=?UTF-8?B?R3LDvMOfZQ==?="), ("Bon appétit, Ada", "=?UTF-8?Q?Bon_app=C3=A9tit=2C_Ada?="),
        ("=?", "=?UTF-8?B?PT8=?="), ("_ _", "=?UTF-8?B?XyBf?="), ("a=b_c?d.e f", "=?UTF-8?B?YT1iX2M/ZC5lIGY=?="),
        ("=?abcdefghij", "=?UTF-8?Q?=3D=3Fabcdefghij?="),
    ])
    func `the shorter encoding is taken`(text: String, word: String) {
        let bytes = Array(text.utf8)
        let encoding = EncodedWord(shortestFor: text)
        #expect(String(decoding: encoding.word(of: bytes), as: UTF8.self) == word)
        #expect(encoding.length(of: bytes) == word.utf8.count)
    }
}
