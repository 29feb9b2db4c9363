import FanfareMail
import Foundation
import Testing

struct MailAddressTests {
    @Test(arguments: [
        ("ada@example.com", nil, "ada@example.com"),
        ("  ada@example.com ", nil, "ada@example.com"),
        ("<ada@example.com>", nil, "ada@example.com"),
        ("Ada Lovelace <ada@example.com>", "Ada Lovelace", "ada@example.com"),
        ("Ada<ada@example.com>", "Ada", "ada@example.com"),
        ("\"Lovelace, Ada\" <ada@example.com>", "Lovelace, Ada", "ada@example.com"),
        (#""A \"B\" \\ C" <ada@example.com>"#, #"A "B" \ C"#, "ada@example.com"),
        ("\"\" <ada@example.com>", nil, "ada@example.com"),
        ("J. R.  Doe <j@x>", "J. R. Doe", "j@x"),
        ("\"J.\" Doe <j@x>", "J. Doe", "j@x"),
        ("Grüße 👩🏽‍🚒 <ada@example.com>", "Grüße 👩🏽‍🚒", "ada@example.com"),
        ("=?UTF-8?Q?Ada?= <ada@example.com>", "=?UTF-8?Q?Ada?=", "ada@example.com"),
        ("a.b+c=d!#$%&'*/?^_`{|}~-@example.com", nil, "a.b+c=d!#$%&'*/?^_`{|}~-@example.com"),
        ("\"john doe\"@example.com", nil, "\"john doe\"@example.com"),
        ("\"a@b\" <\"a@b\"@example.com>", "a@b", "\"a@b\"@example.com"),
        ("\"ada\"@example.com", nil, "ada@example.com"),
        ("\"a..b\"@example.com", nil, "\"a..b\"@example.com"),
        ("\"\"@example.com", nil, "\"\"@example.com"),
        ("Ada@EXAMPLE.Com", nil, "Ada@example.com"),
        ("ada@1.example.com", nil, "ada@1.example.com"),
        ("ada@localhost", nil, "ada@localhost"),
    ])
    func `an address is read`(text: String, name: String?, mailbox: String) throws {
        let address = try MailAddress(text)
        #expect(address.name == name)
        #expect(address.mailbox == mailbox)
        #expect(try MailAddress(address.text) == address)
        #expect(!address.isInternational)
    }

    @Test(arguments: [
        ("", "is empty", nil), ("  ", "is empty", nil),
        ("ada", "has no @", 4), ("Ada Lovelace", "has no @", 13), ("<ada>", "out of place", 5),
        ("@example.com", "out of place", 1), ("ada@", "no domain", 5), ("ada@ example.com", "no domain", 5),
        ("ada @example.com", "out of place", 5), ("ada@example.com>", "out of place", 16),
        ("Ada <ada@example.com", "ends where", 21), ("Ada ada@example.com>", "out of place", 8),
        ("<<ada@example.com>>", "out of place", 2), ("Ada <ada@example.com> x", "out of place", 23),
        (".ada@example.com", "dot out of place", 1), ("ada.@example.com", "dot out of place", 1),
        ("x <a..b@example.com>", "dot out of place", 4),
        ("ada@.example.com", "dot out of place", 5), ("ada@example..com", "dot out of place", 13),
        ("ada@example.com.", "dot out of place", 17),
        ("ada@-example.com", "hyphen", 5), ("ada@example-.com", "hyphen", 5),
        ("ada@exa_mple.com", "letters, digits and hyphens", 5), ("ada@[127.0.0.1]", "in brackets", 5),
        ("ada@127.0.0.1", "a number", 5), ("ada@\u{FF0E}com", "letters, digits and hyphens", 5),
        ("ada@bu\u{308}cher.example", "several characters", 5), ("ada@x.\u{1F600}", "letters, digits and hyphens", 7),
        ("ada (home) <ada@example.com>", "comment", 5), ("Friends: ada@example.com;", "group", 8),
        ("Lovelace, Ada <ada@example.com>", "comma", 9), ("a@example.com,b@example.com", "comma", 14),
        ("a@example.com b@example.com", "more than one", 15), ("\"ada@example.com", "not closed", 1),
        ("Ada <ada@@example.com>", "no domain", 10), ("a\u{200B}da@example.com", "invisible", 1),
        ("a\u{A0}da@example.com", "invisible", 1), ("ada@exam\u{200B}ple.com", "letters", 5),
        ("a;b@example.com", "group", 2), (#"a\b@example.com"#, "out of place", 2),
    ])
    func `what is no address is refused with the reason and the place`(text: String, problem: String, position: Int?) {
        let error = error(text)
        #expect(error?.problem.contains(problem) == true, "\(error?.description ?? "taken")")
        #expect(error?.position == position)
        #expect(error?.description.contains("example") != true)
    }

    private func error(_ text: String) -> MailAddressError? {
        do {
            _ = try MailAddress(text)
            return nil
        } catch {
            return error
        }
    }

    /// Case smtp-01.
    @Test(arguments: ["\r\n", "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}", "\0", "\t", "\u{7F}", "\u{1B}"])
    func `a control character or a line break is refused wherever it stands`(character: String) {
        let texts = [
            "\(character)ada@example.com", "ada@example.com\(character)", "a\(character)da@example.com",
            "Ada \(character)<ada@example.com>", "\"A\(character)\" <ada@example.com>", "\"a\(character)\"@example.com",
            "ada@exam\(character)ple.com", "\"\\\(character)\"@example.com",
        ]
        for text in texts {
            #expect(error(text)?.problem == "has a control character or a line break")
            #expect(
                error(text)?.position == text.unicodeScalars.prefix { $0 != character.unicodeScalars.first }.count + 1
            )
        }
        #expect(throws: MailAddressError.self) { try MailAddress(name: "A\(character)", mailbox: "ada@example.com") }
        #expect(throws: MailAddressError.self) { try MailAddress(name: "A", mailbox: "ada@example.com\(character)") }
        #expect(throws: MailAddressError.self) { try MailAddress.list("a@x,\(character)b@x") }
    }

    @Test func `smtp-01: no address that carries something else is taken`() throws {
        let fields = try TestFile.fixture("injection_fields", as: [String: [String]].self)
        let texts = try #require(fields["address"])
        #expect(texts.count == 4)
        for text in texts {
            #expect(throws: MailAddressError.self) { try MailAddress(text) }
            #expect(throws: MailAddressError.self) { try MailAddress(name: "Ada", mailbox: text) }
        }
    }

    @Test func `names may have anything that is seen`() throws {
        let name = #"Ann" <evil@example.test>, "x"#
        let address = try MailAddress(name: name, mailbox: "ann@example.com")
        #expect(address.name == name)
        #expect(try MailAddress(address.text) == address)
        #expect(try MailAddress.list("\(address.text), b@x").map(\.mailbox) == ["ann@example.com", "b@x"])
        #expect(try MailAddress(name: "  ", mailbox: "a@x").name == nil)
        #expect(try MailAddress(name: " Ada  L ", mailbox: " a@x ").text == "\"Ada  L\" <a@x>")
        #expect(throws: MailAddressError.self) { try MailAddress(name: "Ada", mailbox: "Ada <a@x>") }
    }

    @Test func `a list has commas between addresses, and in quotes`() throws {
        #expect(try MailAddress.list("").isEmpty)
        #expect(try MailAddress.list("  ").isEmpty)
        let list = try MailAddress.list(#"a@x, "B, C" <b@y> ,D <d@z>"#)
        #expect(list.map(\.text) == ["a@x", "\"B, C\" <b@y>", "D <d@z>"])
        for text in ["a@x,", ",a@x", "a@x,,b@y", "a@x b@y", "a@x; b@y"] {
            #expect(throws: MailAddressError.self) { try MailAddress.list(text) }
        }
    }

    @Test func `parts are as long as mail servers take them`() throws {
        let local = String(repeating: "a", count: 64)
        let label = String(repeating: "b", count: 63)
        let domain = "\(label).\(label).\(String(repeating: "c", count: 61))"
        #expect(try MailAddress("\(local)@\(domain)").mailbox.utf8.count == 254)
        #expect(throws: MailAddressError.self) { try MailAddress("\(local)@\(domain)d") }
        #expect(throws: MailAddressError.self) { try MailAddress("\(local)a@\(label)") }
        #expect(throws: MailAddressError.self) { try MailAddress("\"\(local.dropLast()) \"@\(label)") }
        #expect(throws: MailAddressError.self) { try MailAddress("a@\(label)b") }
        #expect(throws: MailAddressError.self) { try MailAddress("a@\(label).\(label).\(label).\(label)") }
        #expect(throws: MailAddressError.self) { try MailAddress("a@\(String(repeating: "ü", count: 63))") }
        #expect(throws: MailAddressError.self) { try MailAddress("\(String(repeating: "ü", count: 33))@x") }
    }

    @Test func `a mailbox that is not ASCII is kept and needs SMTPUTF8`() throws {
        let address = try MailAddress("Jörg <jörg@bücher.example>")
        #expect(address.mailbox == "jörg@xn--bcher-kva.example")
        #expect(address.isInternational)
        #expect(try !MailAddress("Jörg <joerg@bücher.example>").isInternational)
    }

    @Test func `an address is stored as its text`() throws {
        let addresses = try MailAddress.list(#"a@x, "B, C" <b@y>, =?UTF-8?Q?D?= <d@z>"#)
        let json = try JSONEncoder().encode(addresses)
        #expect(try JSONDecoder().decode([String].self, from: json) == addresses.map(\.text))
        #expect(try JSONDecoder().decode([MailAddress].self, from: json) == addresses)
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([MailAddress].self, from: Data(#"["a@x", "secret@"]"#.utf8))
        }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "the mail address has no domain after the @ (character 8)")
        #expect(context.codingPath.map(\.intValue) == [1])
    }
}
