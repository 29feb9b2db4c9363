import FanfareCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite
struct ConfigurationReferenceTests {
    enum Level: String, CaseIterable { case debug, info }

    @Test
    func `a reference stands for its text in every kind of value`() throws {
        let configuration = MemoryConfiguration(
            text: """
                { text: "$env:TEXT", empty: "$env:EMPTY", count: "$env:COUNT", flag: "$env:FLAG", share: "$env:SHARE",
                  lease: "$env:LEASE", level: "$env:LEVEL", list: ["$env:TEXT", "$file:a.txt"], key: "$env:PATH",
                  link: "$env:LINK", data: { inner: ["$env:TEXT", 1] }, plain: "costs $env: nothing" }
                """,
            environment: [
                "TEXT": "-----BEGIN\\nKEY-----\n", "EMPTY": "", "COUNT": "12", "FLAG": "true", "SHARE": "0.5",
                "LEASE": "5s", "LEVEL": "info", "PATH": "keys/a.p8", "LINK": "https://u:p@example.com",
            ],
            files: ["etc/a.txt": "one\ntwo\n"]
        )
        try configuration.read { root in
            #expect(root.string("text") == "-----BEGIN\\nKEY-----\n")
            #expect(root.string("empty") == "")
            #expect(root.integer("count") == 12)
            #expect(root.bool("flag") == true)
            #expect(root.double("share") == 0.5)
            #expect(root.duration("lease") == .seconds(5))
            #expect(root.choice("level", of: Level.allCases) == .info)
            #expect(root.strings("list") == ["-----BEGIN\\nKEY-----\n", "one\ntwo"])
            #expect(root.file("key") == "etc/keys/a.p8")
            #expect(root.url("link")?.host() == "example.com")
            #expect(root.json("data") == ["inner": ["-----BEGIN\\nKEY-----\n", 1]])
            #expect(root.string("plain") == "costs $env: nothing")
        }
    }

    @Test(arguments: [
        ("secret", "secret"), ("secret\n", "secret"), ("secret\r\n", "secret"), ("secret\n\n", "secret\n"),
        ("secret ", "secret "), ("\n", ""), ("", ""),
    ])
    func `one line end at the end of a file is dropped`(content: String, value: String) throws {
        let configuration = MemoryConfiguration(text: "{ a: \"$file:/run/a\" }", files: ["/run/a": content])
        #expect(try configuration.read { $0.string("a") } == value)
    }

    @Test
    func `files are relative to the folder of the configuration file`() throws {
        for (fileName, path) in [
            ("fanfare.json5", "a"), ("/etc/fanfare.json5", "/etc/a"), ("../x/f", "../x/a"), ("/f", "/a"),
        ] {
            let configuration = MemoryConfiguration(text: "{ a: 'a' }", fileName: fileName, files: [path: "text\n"])
            try configuration.read { root in
                #expect(root.file("a") == path)
                #expect(root.fileContents("a")?.reveal() == "text\n")
            }
        }
    }

    @Test
    func `a reference that leads nowhere names the key and what is missing`() throws {
        let configuration = MemoryConfiguration(
            text: "{ a: '$env:NAME', b: '$file:x/y', c: '$env:', d: '$file:', e: { f: ['$env:G'] }, g: 'h' }"
        )
        let lines = try configuration.faults { root in
            for key in ["a", "b", "c", "d"] { _ = root.requiredString(key) }
            _ = root.json("e")
            _ = root.fileContents("g")
        }
        #expect(
            lines == [
                #"a: the environment variable "NAME" is not set"#,
                #"b: the file "etc/x/y" cannot be read"#,
                #"c: the environment variable "" is not set"#,
                #"d: the file "etc/" cannot be read"#,
                #"e.f[0]: the environment variable "G" is not set"#,
                #"g: the file "etc/h" cannot be read"#,
            ]
        )
    }

    @Test
    func `a file that is no text is a fault`() throws {
        let source = ConfigurationSource(Array("{ a: '$file:k' }".utf8), fileName: "f", environment: [:]) { _ in [0xFF]
        }
        let error = try #require(throws: ConfigurationError.self) { try source.read { _ = $0.secret("a") } }
        #expect(error.description == "a: the file \"k\" is not UTF-8 text")
    }

    @Test
    func `no fault shows a value from the environment, from a file, of a secret or of a URL`() throws {
        let configuration = MemoryConfiguration(
            text: """
                { a: "$env:VALUE", b: "$env:VALUE", c: "$env:VALUE", d: "$file:value", e: "$env:VALUE", f: "$env:VALUE",
                  g: ["$env:VALUE"], h: "ftp://user:hunter2@example.com", i: "$env:EMPTY", j: ["hunter2", { k: "hunter2" }],
                  l: "$env:LONG", m: { hunter2: "hunter2" } }
                """,
            environment: ["VALUE": "hunter2", "EMPTY": "", "LONG": "2h"],
            files: ["etc/value": "hunter2"]
        )
        let lines = try configuration.faults { root in
            _ = root.integer("a")
            _ = root.bool("b")
            _ = root.double("c")
            _ = root.duration("d")
            _ = root.choice("e", of: Level.allCases)
            _ = root.url("f")
            _ = root.durations("g")
            _ = root.url("h")
            _ = root.secret("i")
            _ = root.secrets("j")
            _ = root.duration("l", in: .zero ... .seconds(1))
            _ = root.secret("m")
        }
        #expect(lines.count == 12)
        #expect(!lines.joined().contains("hunter2") && !lines.joined().contains("2h"))
        #expect(lines[0] == "a: found the value of $env:VALUE; expected a whole number")
        #expect(lines[7] == "h: found something else; expected a URL that begins with https:// or http://")
        #expect(lines[10].hasPrefix("l: the value of $env:LONG is out of range;"))
    }

    @Test
    func `a secret is never shown`() {
        struct Credentials { var key: Secret<String> }
        let secret = Secret("hunter2")
        var dumped = ""
        dump(Credentials(key: secret), to: &dumped)
        let shown = [
            "\(secret)", String(describing: secret), String(reflecting: secret), dumped, "\(Credentials(key: secret))",
            "\([secret])", "\(Optional(secret) as Any)",
            String(reflecting: Mirror(reflecting: secret).children.map { $0 }),
        ]
        #expect(!shown.joined().contains("hunter2"))
        #expect(secret.description == "<secret>")
        #expect(secret.reveal() == "hunter2")
        #expect(secret == Secret("hunter2") && secret != Secret("other"))
    }
}
