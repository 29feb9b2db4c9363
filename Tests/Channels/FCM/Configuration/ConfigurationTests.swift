import FanfareCore
import FanfareHTTP2
import FoundationEssentials
import Testing

@testable import FanfareFCM

struct ConfigurationTests {
    private let good = ConfigurationText.credential

    @Test func `what is not said has its default`() throws {
        let configuration = try ConfigurationText.credential(good).read()
        #expect(configuration.connections == 4)
        #expect(configuration.connectTimeout == .seconds(10) && configuration.responseTimeout == .seconds(30))
        #expect(configuration.trustedCertificates == nil)
        #expect(try configuration.server() == HTTP2Endpoint(host: "fcm.googleapis.com", port: 443))
        #expect(configuration.credentials == [.default: try FCMBench.account()])
    }

    @Test func `everything can be said`() throws {
        let configuration = try ConfigurationText(
            """
            connections: 64, trustedCertificates: null, timeouts: { connect: "3s", response: "500ms" },
            endpoint: "http://127.0.0.1:8443/",
            credentials: { default: { \(good) }, "fcm:shop": { serviceAccount: "$env:ACCOUNT" } },
            """,
            environment: ["ACCOUNT": Fixture.serviceAccount("sa_double_escaped.json")]
        ).read()
        #expect(configuration.connections == 64)
        #expect(configuration.connectTimeout == .seconds(3) && configuration.responseTimeout == .milliseconds(500))
        #expect(try configuration.server() == HTTP2Endpoint(host: "127.0.0.1", port: 8443, isSecure: false))
        #expect(configuration.credentials["fcm:shop"]?.projectID == "demo-project-a")
    }

    @Test func `every fault is reported, each at its place`() throws {
        let faults = try ConfigurationText(
            """
            environment: "sandbox", connections: 0, trustedCertificates: "service-accounts/sa_good.json",
            timeouts: { connect: "0s", response: 30 }, endpoint: "http://fcm.googleapis.com",
            credentials: {
                a: {}, b: { serviceAccountFile: "none.json", serviceAccount: "x" },
                c: { \(good), password: "x" }, d: { serviceAccount: { type: "service_account" } },
                e: { serviceAccount: "$env:NONE" },
            },
            """
        ).faults()
        let expected = [
            "fcm.connections: 0 is out of range", "fcm.credentials.a.serviceAccountFile: missing",
            "fcm.credentials.b.serviceAccount: is there beside serviceAccountFile",
            "fcm.credentials.b.serviceAccountFile: the file \"etc/none.json\" cannot be read",
            "fcm.credentials.c.password: unknown key", "fcm.credentials.d.serviceAccount: found an object",
            "fcm.credentials.e.serviceAccount: the environment variable \"NONE\" is not set",
            "fcm.endpoint: is plain http to another machine", "fcm.environment: unknown key", "fcm.timeouts.connect: ",
            "fcm.timeouts.response: ", "fcm.trustedCertificates: the file has no certificate",
        ]
        #expect(faults.count == expected.count)
        for (fault, start) in zip(faults, expected) { #expect(fault.hasPrefix(start), "\(fault)") }
    }

    @Test(arguments: ["", "credentials: null", "credentials: {}"])
    func `without credentials nothing can be sent`(_ text: String) throws {
        let faults = try ConfigurationText(text).faults()
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("fcm.credentials: ") == true)
        #expect(faults.first?.contains("serviceAccountFile") == true)
        #expect(try ConfigurationText(text, isPreview: true).faults().isEmpty)
    }

    @Test func `a preview needs no secrets, and still knows its keys`() throws {
        let text = "credentials: { default: { serviceAccountFile: \"none.json\", serviceAcount: \"$env:NONE\" } }"
        let faults = try ConfigurationText(text, isPreview: true).faults()
        #expect(faults.count == 1)
        #expect(
            faults.first?.hasPrefix(
                "fcm.credentials.default.serviceAcount: unknown key; did you mean \"serviceAccount\"?"
            ) == true
        )
        let right = text.replacing(", serviceAcount: \"$env:NONE\"", with: "")
        #expect(try ConfigurationText(right, isPreview: true).read().credentials == [:])
    }

    @Test(arguments: [
        ("http://localhost:80", true), ("http://[::1]:8080", true), ("http://128.0.0.1", false),
        ("https://example.com/", true), ("https://example.com/v1", false), ("https://example.com?x", false),
        ("https://user@example.com", false), ("ftp://example.com", false),
    ])
    func `a server is a host and a port, and not in the open`(_ url: String, _ isRight: Bool) {
        var configuration = FCMConfiguration(credentials: [:])
        configuration.endpoint = URL(string: url)
        #expect(configuration.endpoint != nil)
        #expect(((try? configuration.server()) != nil) == isRight)
    }

    @Test func `no key is shown by printing a configuration`() throws {
        var shown = ""
        dump(try ConfigurationText.credential(good).read(), to: &shown)
        #expect(shown.contains("demo-project-a") && !shown.contains("MII"))
    }
}
