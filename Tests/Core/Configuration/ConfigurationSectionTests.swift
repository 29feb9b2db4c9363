import FanfareCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite
struct ConfigurationSectionTests {
    enum Level: String, CaseIterable { case debug, info, warning }

    @Test
    func `each accessor reads its kind`() throws {
        let configuration = MemoryConfiguration(
            text: """
                { text: "a", flag: true, count: 3, whole: 3.0, share: 0.15, lease: "90s", delays: ["5s", "2m"],
                  level: "info", via: ["push", "mail"], one: "push", link: "https://example.com/a", key: "AuthKey.p8",
                  absolute: "/keys/a.p8", password: "hunter2", inner: { x: 1 }, data: { "a b": [1.50] }, nothing: null }
                """
        )
        try configuration.read { root in
            #expect(root.string("text") == "a")
            #expect(root.requiredString("text") == "a")
            #expect(root.bool("flag", default: false))
            #expect(root.integer("count", in: 1...64, default: 2) == 3)
            #expect(root.integer("whole") == 3)
            #expect(root.double("share", in: 0...1) == 0.15)
            #expect(root.double("count", default: 0) == 3)
            #expect(root.duration("lease", in: .seconds(1) ... .seconds(3600), default: .seconds(60)) == .seconds(90))
            #expect(root.durations("delays") == [.seconds(5), .seconds(120)])
            #expect(root.choice("level", of: Level.allCases, default: .debug) == .info)
            #expect(root.strings("via") == ["push", "mail"])
            #expect(root.strings("one", allowingOne: true) == ["push"])
            #expect(root.url("link")?.absoluteString == "https://example.com/a")
            #expect(root.file("key") == "etc/AuthKey.p8")
            #expect(root.file("absolute") == "/keys/a.p8")
            #expect(root.secret("password")?.reveal() == "hunter2")
            #expect(root.section("inner").integer("x") == 1)
            #expect(root.json("data")?["a b"]?[0]?.number?.text == "1.50")
            #expect(root.isPresent("text"))
            #expect(!root.isPresent("nothing"))
            #expect(!root.keys.contains("nothing"))
        }
    }

    @Test
    func `what is not there is nil, the default or empty`() throws {
        try MemoryConfiguration(text: "{ nothing: null }").read { root in
            for key in ["nothing", "absent"] {
                #expect(root.string(key) == nil)
                #expect(root.string(key, default: "a") == "a")
                #expect(root.bool(key, default: true))
                #expect(root.integer(key, in: 1...2, default: 7) == 7)
                #expect(root.duration(key, default: .seconds(1)) == .seconds(1))
                #expect(root.choice(key, of: Level.allCases) == nil)
                #expect(root.strings(key) == nil)
                #expect(root.durations(key) == nil)
                #expect(root.secrets(key) == nil)
                #expect(root.url(key) == nil)
                #expect(root.file(key) == nil)
                #expect(root.fileContents(key) == nil)
                #expect(root.json(key) == nil)
                #expect(root.section(key).keys.isEmpty)
                #expect(root.sections(key).isEmpty)
            }
        }
    }

    @Test
    func `ten faults are reported in one run, in the order of their paths`() throws {
        let configuration = MemoryConfiguration(
            text: """
                {
                  store: 5,
                  http: { apiKeys: ["$env:MISSING", "$file:missing.txt"], lisen: "127.0.0.1:8080" },
                  worker: { lease: "2h", drain: "10 s" },
                  channels: { apns: { connections: 70, preview: "yes", credentials: { "apns:shop": { keyFile: "" } } } },
                  log: { level: "loud" },
                }
                """
        )
        let lines = try configuration.faults { root in
            _ = root.requiredString("store")
            let http = root.section("http")
            _ = http.secrets("apiKeys")
            _ = http.string("listen")
            let worker = root.section("worker")
            _ = worker.duration("lease", in: .seconds(1) ... .seconds(3600))
            _ = worker.duration("drain", in: .zero ... .seconds(600))
            let apns = root.section("channels").section("apns")
            _ = apns.integer("connections", in: 1...64)
            _ = apns.bool("preview")
            for credential in apns.sections("credentials").values {
                _ = credential.file("keyFile")
                _ = credential.requiredString("keyID")
            }
            _ = root.section("log").choice("level", of: Level.allCases)
        }
        #expect(
            lines == [
                #"channels.apns.connections: 70 is out of range; expected a whole number from 1 to 64"#,
                #"channels.apns.credentials["apns:shop"].keyFile: found ""; expected a string that is not empty"#,
                #"channels.apns.credentials["apns:shop"].keyID: missing; expected a string that is not empty"#,
                #"channels.apns.preview: found a string; expected true or false"#,
                #"http.apiKeys[0]: the environment variable "MISSING" is not set"#,
                #"http.apiKeys[1]: the file "etc/missing.txt" cannot be read"#,
                #"http.lisen: unknown key; did you mean "listen"? known keys: apiKeys, listen"#,
                #"log.level: found "loud"; expected one of "debug", "info", "warning""#,
                #"store: found a number; expected a string that is not empty"#,
                #"worker.drain: found "10 s"; expected a duration from 0s to 10m, a whole number and ms, s, m, h or d, such as "5s""#,
                #"worker.lease: "2h" is out of range; expected a duration from 1s to 1h, a whole number and ms, s, m, h or d, such as "5s""#,
            ]
        )
    }

    @Test(arguments: [
        ("{ x: 1.5 }", "x: found 1.5; expected a whole number"),
        ("{ x: \"1\" }", "x: found a string; expected a whole number"),
        ("{ x: [] }", "x: found an array; expected a whole number"),
        ("{ x: 1e30 }", "x: found 1e30; expected a whole number"),
        ("{ x: \"$env:WORD\" }", "x: found the value of $env:WORD; expected a whole number"),
    ])
    func `what is no whole number is named`(text: String, fault: String) throws {
        let configuration = MemoryConfiguration(text: text, environment: ["WORD": "words"])
        #expect(try configuration.faults { _ = $0.integer("x") } == [fault])
    }

    @Test
    func `zero is a duration only where the range has it`() throws {
        let configuration = MemoryConfiguration(text: "{ x: \"0s\" }")
        #expect(try configuration.read { $0.duration("x", in: .zero ... .seconds(1)) } == .zero)
        #expect(
            try configuration.faults { _ = $0.duration("x") }.first?.hasPrefix("x: \"0s\" is out of range;") == true
        )
    }

    @Test
    func `a section or list of another kind is a fault`() throws {
        let lines = try MemoryConfiguration(text: "{ a: 1, b: { c: [] }, d: {}, e: [1, 'x'], f: 'x', g: [{}] }").faults
        {
            root in
            #expect(root.section("a").keys.isEmpty)
            #expect(root.sections("b").isEmpty)
            #expect(root.strings("d") == nil)
            #expect(root.strings("e") == ["x"])
            #expect(root.durations("f") == nil)
            #expect(root.secrets("g") == [])
        }
        #expect(
            lines == [
                "a: found a number; expected an object",
                "b.c: found an array; expected an object",
                "d: found an object; expected a list, each a string",
                "e[0]: found a number; expected a string",
                "f: found a string; expected a list, each a duration above zero, "
                    + "a whole number and ms, s, m, h or d, such as \"5s\"",
                "g[0]: found an object; expected a string that is not empty",
            ]
        )
    }

    @Test
    func `a plug-in adds faults of its own`() throws {
        let lines = try MemoryConfiguration(text: "{ a: 'x', b: 'y' }").faults { root in
            root.require("a", "c")
            if root.isPresent("a") && root.isPresent("b") {
                root.fault(at: "b", "given together with a", remedy: "give one of them")
            }
        }
        #expect(lines == ["b: given together with a; give one of them", "c: missing"])
    }

    @Test
    func `asking twice finds a fault once`() throws {
        let lines = try MemoryConfiguration(text: "{ a: { b: 1, c: 2 } }").faults { root in
            _ = root.section("a").string("b")
            _ = root.section("a").string("b")
            _ = root.section("a").integer("c")
        }
        #expect(lines == ["a.b: found a number; expected a string"])
    }

    @Test
    func `finish can be called by the reader and answers the same again`() throws {
        let root = try ConfigurationSection.read(text: "{ a: 1 }", fileName: "f", environment: [:]) { _ in [] }
        #expect(throws: ConfigurationError.self) { try root.finish() }
        #expect(throws: ConfigurationError.self) { try root.finish() }
        _ = root.integer("a")
        try root.finish()
    }

    @Test
    func `an error of the reader is thrown when there is no fault before it`() throws {
        struct ReaderError: Error {}
        let source = MemoryConfiguration(text: "{ a: 1, b: 2 }").source
        #expect(throws: ReaderError.self) { try source.read { _ in throw ReaderError() } }
        #expect(throws: ConfigurationError.self) {
            try source.read { root in
                _ = root.string("a")
                throw ReaderError()
            }
        }
    }
}
