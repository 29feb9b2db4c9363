import FanfareCore
import Testing

@Suite
struct ConfigurationFaultTests {
    @Test(
        arguments: [
            ([], ""), ([.key("a"), .key("thread-id"), .key("$x_1")], "a.thread-id.$x_1"),
            (
                [.key("notifications"), .key("order.shipped"), .key("via"), .index(0)],
                "notifications[\"order.shipped\"].via[0]"
            ),
            ([.key("apns:shop"), .key("")], "[\"apns:shop\"][\"\"]"), ([.key("ä\n\"")], "[\"ä\\n\\\"\"]"),
        ] as [([ConfigurationPath.Step], String)]
    )
    func `a path is written in one readable way`(steps: [ConfigurationPath.Step], text: String) {
        #expect(ConfigurationPath(steps).description == text)
    }

    @Test
    func `faults are sorted by path and each is there once`() {
        let paths = [
            ConfigurationPath().appending("b").appending(10), ConfigurationPath().appending("b").appending(9),
            ConfigurationPath().appending("b"), ConfigurationPath().appending("a"), ConfigurationPath().appending("a"),
        ]
        let error = ConfigurationError(paths.map { ConfigurationFault(path: $0, problem: "x") })
        #expect(error.description == "a: x\nb: x\nb[9]: x\nb[10]: x")
    }

    @Test
    func `a fault is one line whatever is in it`() throws {
        let fault = ConfigurationFault(
            path: ConfigurationPath().appending("a"),
            problem: "x\ny\r\nz",
            remedy: "v\u{2028}w"
        )
        #expect(fault.description == "a: x y z; v w")
        let long = String(repeating: "long\\n", count: 100)
        let lines = try MemoryConfiguration(text: "{ a: \"\(long)\" }").faults { _ = $0.duration("a") }
        #expect(lines.count == 1)
        #expect(lines[0].count < 250 && !lines[0].contains { $0.isNewline })
    }

    @Test(arguments: [
        (
            "{ store: \"x\",\n  http: { listen: }",
            "http.listen: unexpected character (etc/fanfare.json5, line 2, column 19)"
        ),
        ("{ a: 1,\n  a: 2 }", "a: the key appears twice (etc/fanfare.json5, line 2, column 3)"),
        ("{ a: [{}, {b: 1e400}] }", "a[1].b: the number is out of range (etc/fanfare.json5, line 1, column 15)"),
        ("", "the document is empty (etc/fanfare.json5, line 1, column 1)"),
        ("[1]", "etc/fanfare.json5 holds an array; expected an object"),
    ])
    func `a file that cannot be parsed is one fault with its line and column`(text: String, fault: String) throws {
        #expect(try MemoryConfiguration(text: text).faults { _ in } == [fault])
    }

    @Test(arguments: [
        ("lisen", "did you mean \"listen\"? "), ("APIKEYS", "did you mean \"apiKeys\"? "),
        ("apiKyes", "did you mean \"apiKeys\"? "), ("listenAddress", ""), ("zzz", ""),
        (String(repeating: "listen", count: 1000), ""),
    ])
    func `an unknown key gets a suggestion when one is near`(key: String, suggestion: String) throws {
        let lines = try MemoryConfiguration(text: "{ \(key): 1 }").faults { root in
            _ = root.string("listen")
            _ = root.strings("apiKeys")
        }
        #expect(lines == ["\(key): unknown key; \(suggestion)known keys: apiKeys, listen"])
    }

    @Test
    func `a section nobody opened is an unknown key and its inside is not looked at`() throws {
        let lines = try MemoryConfiguration(text: "{ channels: { log: {}, chat: { x: 1 } } }").faults { root in
            _ = root.section("channels").section("log")
        }
        #expect(lines == ["channels.chat: unknown key; known keys: log"])
        let inner = try MemoryConfiguration(text: "{ log: { x: 1 } }").faults { _ = $0.section("log") }
        #expect(inner == ["log.x: unknown key; no key is known here"])
    }
}
