import FanfareCore
import Testing

struct ConfigurationEntryTests {
    private func read<Value>(_ text: String, _ body: (ConfigurationSection) -> Value) throws -> Value {
        let source = ConfigurationSource(Array(text.utf8), fileName: "fanfare.json5", environment: ["URL": "secret"]) {
            _ in
            [0x89, 0x50]
        }
        return try source.read(body)
    }

    private func faults(_ text: String, _ body: (ConfigurationSection) -> Void) -> [String] {
        let error = #expect(throws: ConfigurationError.self) { try read(text, body) }
        return error?.faults.map(\.description) ?? []
    }

    @Test func `a list may have texts and objects, and one of them may stand for itself`() throws {
        func found(_ text: String) throws -> [String] {
            try read(text) { root in
                root.entries("servers").map { entry in
                    entry.section.map { "\(entry.path) \($0.string("url", default: ""))" }
                        ?? "\(entry.path) \(entry.secret()?.reveal() ?? "")"
                }
            }
        }
        #expect(
            try found(#"{ servers: ["a", { url: "b" }, "$env:URL"] }"#) == [
                "servers[0] a", "servers[1] b", "servers[2] secret",
            ]
        )
        #expect(try found(#"{ servers: "a" }"#) == ["servers a"])
        #expect(try found(#"{ servers: { url: "b" } }"#) == ["servers b"])
        #expect(try found("{ servers: null }").isEmpty)
        #expect(try found("{}").isEmpty)
    }

    @Test func `faults of an entry are at its place`() {
        let faults = faults(#"{ servers: [7, "", { ulr: "x" }, "right"] }"#) { root in
            for entry in root.entries("servers") {
                if let section = entry.section {
                    _ = section.string("url")
                } else if entry.secret() != nil {
                    entry.fault("is wrong", remedy: "be right")
                }
            }
        }
        #expect(
            faults.map { $0.prefix { $0 != ";" } } == [
                "servers[0]: found a number", "servers[1]: found \"\"", "servers[2].ulr: unknown key",
                "servers[3]: is wrong",
            ],
            "\(faults)"
        )
    }

    @Test func `a file may hold anything`() throws {
        #expect(try read(#"{ logo: "logo.png" }"#) { $0.fileBytes("logo") } == [0x89, 0x50])
        #expect(try read("{}") { $0.fileBytes("logo") } == nil)
        #expect(
            faults(#"{ logo: "logo.png" }"#) { _ = $0.fileContents("logo") }.first?.contains("is not UTF-8") == true
        )
    }
}
