import FanfareCore
import FanfareHTTP2
import FoundationEssentials
import Testing

@testable import FanfareAPNs

struct ConfigurationTests {
    private let good = ConfigurationText.credential

    @Test func `what is not said has its default`() throws {
        let configuration = try ConfigurationText.credential(good).read()
        #expect(configuration.environment == .production)
        #expect(configuration.connections == 2)
        #expect(configuration.connectTimeout == .seconds(10) && configuration.responseTimeout == .seconds(30))
        #expect(configuration.trustedCertificates == nil)
        #expect(try configuration.endpoint(for: .production) == HTTP2Endpoint(host: "api.push.apple.com", port: 443))
        #expect(
            try configuration.endpoint(for: .sandbox) == HTTP2Endpoint(host: "api.sandbox.push.apple.com", port: 443)
        )
        let key = APNsKey(
            pem: Secret(try ConfigurationText.fixture("p8_good.p8")),
            keyID: "ABC123DEFG",
            teamID: "TEAM123456"
        )
        #expect(configuration.credentials == [.default: APNsCredential(key: key, topic: "com.example.app")])
    }

    @Test func `everything can be said`() throws {
        let configuration = try ConfigurationText(
            """
            environment: "sandbox", connections: 64, trustedCertificates: null,
            timeouts: { connect: "3s", response: "500ms" },
            endpoints: { production: "https://[::1]:2197", sandbox: "http://127.0.0.1:8443/" },
            credentials: {
                default: { \(good) },
                shop: { \(good), sandbox: { key: "$env:KEY", keyID: "SANDBOX001", topic: "com.example.dev" } },
                "apns:shop": { \(good), sandbox: { key: "$env:KEY", keyID: "SANDBOX001", teamID: "TEAM000002" } },
            },
            """,
            environment: ["KEY": ConfigurationText.fixture("p8_escaped_n.txt")]
        ).read()
        #expect(configuration.environment == .sandbox)
        #expect(configuration.connections == 64)
        #expect(configuration.connectTimeout == .seconds(3) && configuration.responseTimeout == .milliseconds(500))
        #expect(try configuration.endpoint(for: .production) == HTTP2Endpoint(host: "::1", port: 2197))
        #expect(
            try configuration.endpoint(for: .sandbox)
                == HTTP2Endpoint(host: "127.0.0.1", port: 8443, isSecure: false)
        )
        let shop = try #require(configuration.credentials["shop"])
        #expect(shop.key(for: .sandbox).keyID == "SANDBOX001" && shop.key(for: .sandbox).teamID == "TEAM123456")
        #expect(shop.topic(for: .sandbox) == "com.example.dev" && shop.topic(for: .production) == "com.example.app")
        let other = try #require(configuration.credentials["apns:shop"])
        #expect(other.key(for: .sandbox).teamID == "TEAM000002" && other.topic(for: .sandbox) == "com.example.app")
        #expect(other.key(for: .production).keyID == "ABC123DEFG")
    }

    /// Case creds-01: the spellings keys really come in.
    @Test(arguments: [
        "p8_good.p8", "p8_crlf.p8", "p8_bom.p8", "p8_no_final_newline.p8", "p8_escaped_n.txt", "p8_long_line.p8",
        "ec_sec1.pem",
    ])
    func `a key is taken from a file, and from the environment`(_ file: String) throws {
        let rest = #"keyID: "ABC123DEFG", teamID: "TEAM123456", topic: "com.example.app""#
        _ = try ConfigurationText.credential("keyFile: \"\(file)\", \(rest)").read()
        let text = try ConfigurationText.fixture(file)
        _ = try ConfigurationText.credential("key: \"$env:KEY\", \(rest)", environment: ["KEY": text]).read()
        _ = try ConfigurationText.credential("key: \"$file:\(file)\", \(rest)").read()
    }

    /// Case creds-03: the error names the setting and the cause, and shows nothing of the key.
    @Test(arguments: [
        ("p8_encrypted.p8", "encrypted"), ("rsa_pkcs8.p8", "RSA"), ("ec_p384.p8", "P-384"), ("empty.p8", "empty"),
        ("public_key.pem", "public"), ("p8_truncated.p8", "incomplete"),
    ])
    func `a key that cannot sign is refused at once`(_ file: String, _ word: String) throws {
        let rest = #"keyID: "ABC123DEFG", teamID: "TEAM123456", topic: "com.example.app""#
        let faults = try ConfigurationText.credential("keyFile: \"\(file)\", \(rest)").faults()
        #expect(faults.count == 1)
        let fault = try #require(faults.first)
        #expect(fault.hasPrefix("apns.credentials.default.keyFile: "))
        #expect(fault.contains(word))
        let secret = try ConfigurationText.fixture(file).split(whereSeparator: \.isNewline).dropFirst().first
        if let secret { #expect(!fault.contains(secret)) }
    }

    @Test func `every fault is reported, each at its place`() throws {
        let faults = try ConfigurationText(
            """
            enviroment: "sandbox", environment: "staging", connections: 0, trustedCertificates: "p8_good.p8",
            timeouts: { connect: "0s", response: 30 },
            endpoints: { production: "http://api.push.apple.com", sandbox: "https://127.0.0.1/3/device" },
            credentials: {
                a: {},
                b: { keyFile: "none.p8", key: "x", keyID: "abc123defg", teamID: "TEAM1", topic: "com.example app" },
                c: { \(good), sandbox: { topic: "" }, password: "x" },
            },
            """
        ).faults()
        let expected = [
            "apns.connections: 0 is out of range", "apns.credentials.a.keyFile: missing",
            "apns.credentials.a.keyID: missing", "apns.credentials.a.teamID: missing",
            "apns.credentials.a.topic: missing", "apns.credentials.b.key: is there beside keyFile",
            "apns.credentials.b.keyFile: the file \"etc/none.p8\" cannot be read",
            "apns.credentials.b.keyID: is no id of Apple's", "apns.credentials.b.teamID: is no id of Apple's",
            "apns.credentials.b.topic: is empty or has characters", "apns.credentials.c.password: unknown key",
            "apns.credentials.c.sandbox.keyFile: missing", "apns.credentials.c.sandbox.keyID: missing",
            "apns.credentials.c.sandbox.topic: is empty", "apns.endpoints.production: is plain http to another machine",
            "apns.endpoints.sandbox: is no server", "apns.enviroment: unknown key", "apns.environment: found",
            "apns.timeouts.connect: ", "apns.timeouts.response: ",
            "apns.trustedCertificates: the file has no certificate",
        ]
        #expect(faults.count == expected.count)
        for (fault, start) in zip(faults, expected) { #expect(fault.hasPrefix(start)) }
    }

    @Test(arguments: ["", "credentials: null", "credentials: {}"])
    func `without credentials nothing can be sent`(_ text: String) throws {
        let faults = try ConfigurationText(text).faults()
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("apns.credentials: ") == true)
        #expect(faults.first?.contains("keyFile, keyID, teamID, topic") == true)
        #expect(try ConfigurationText(text, isPreview: true).faults().isEmpty)
    }

    @Test func `a preview needs no secrets, and still knows its keys`() throws {
        let text = "credentials: { default: { keyFile: \"none.p8\", key: \"$env:NONE\", keyId: \"x\" } }"
        let faults = try ConfigurationText(text, isPreview: true).faults()
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("apns.credentials.default.keyId: unknown key; did you mean \"keyID\"?") == true)
        #expect(
            try ConfigurationText(text.replacing(", keyId: \"x\"", with: ""), isPreview: true).read().credentials == [:]
        )
    }

    @Test(arguments: [
        ("http://localhost:80", true), ("http://127.9.9.9", true), ("http://[::1]:8080", true),
        ("http://128.0.0.1", false), ("http://127.0.0.1.example.com", false), ("http://127.0.1", false),
        ("https://example.com", true), ("https://example.com/", true), ("https://example.com/x", false),
        ("https://user@example.com", false), ("https://example.com?x", false), ("ftp://example.com", false),
        ("https://example.com:0", false), ("https:///x", false),
    ])
    func `a server is a host and a port, and not in the open`(_ url: String, _ isRight: Bool) {
        var configuration = APNsConfiguration(credentials: [:])
        configuration.productionEndpoint = URL(string: url)
        #expect(configuration.productionEndpoint != nil)
        #expect(((try? configuration.endpoint(for: .production)) != nil) == isRight)
    }

    @Test func `no key is shown by printing a configuration`() throws {
        var shown = ""
        dump(try ConfigurationText.credential(good).read(), to: &shown)
        let secret = try #require(
            ConfigurationText.fixture("p8_good.p8").split(whereSeparator: \.isNewline).dropFirst().first
        )
        #expect(shown.contains("ABC123DEFG") && !shown.contains(secret))
    }
}
