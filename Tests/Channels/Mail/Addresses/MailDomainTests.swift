import Foundation
import Testing

@testable import FanfareMail

struct MailDomainTests {
    private func domain(_ text: String) throws -> String { try String(MailAddress("a@\(text)").domain) }

    @Test(arguments: [
        ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example", "xn--bcher-kva.example"),
        ("faß.de", "xn--fa-hia.de"), ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("भारत.example", "xn--h2brj9c.example"),
        ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"), ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("a-b.c--d.example", "a-b.c--d.example"),
    ])
    func `a domain becomes what the DNS knows`(text: String, ascii: String) throws {
        #expect(try domain(text) == ascii)
    }

    @Test(arguments: [
        "bu\u{308}cher.example", "\u{1112}\u{1161}.example", "か\u{3099}.example", "İ.example", "\u{308}a.example",
        "ё\u{AD}.example", "a\u{200D}b.example", "½.example",
    ])
    func `a domain that is none in the DNS is refused`(text: String) {
        #expect(throws: MailAddressError.self) { try domain(text) }
    }

    @Test func `Punycode is spelled as Python spells it`() async throws {
        var random = SeededGenerator(seed: 3492)
        let alphabet = Array("abcxyz0189-äöüßéñçøłαβγжщя日本語テスト中文한국어हिन्दीمثال𐐷𠀋".unicodeScalars)
        let labels = (0..<400).map { _ in
            String(
                String.UnicodeScalarView(
                    (0...Int.random(in: 0..<25, using: &random)).map { _ in
                        alphabet.randomElement(using: &random) ?? "a"
                    }
                )
            )
        }
        let answer = try await PythonScript.run("punycode", input: labels)
        let expected = try JSONDecoder().decode([String].self, from: answer)
        #expect(labels.map { Punycode.encode($0.unicodeScalars) } == expected)
    }
}
