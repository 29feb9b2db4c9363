import FanfareCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The design's example, read as the host and its plug-ins read it.
@Suite
struct ExampleConfigurationTests {
    private let configuration = MemoryConfiguration(
        text: exampleConfiguration,
        fileName: "fanfare.json5",
        environment: ["FANFARE_API_KEY": "0123456789abcdef", "FANFARE_USER_KEY": "key"]
    )

    @Test
    func `it is JSON5`() throws {
        let value = try JSONParser(.json5).parse(exampleConfiguration)
        #expect(value["http"]?["apiKeys"]?[0] == "$env:FANFARE_API_KEY")
        #expect(value["channels"]?["apns"]?["trustedCertificates"]?.isNull == true)
        #expect(value["notifications"]?["order.shipped"]?["apns"] == ["sound": "default", "thread-id": "orders"])
    }

    @Test
    func `every key of it is read without a fault`() throws {
        try configuration.read { root in
            #expect(root.requiredString("store") == "sqlite:fanfare.db")

            let http = root.section("http")
            #expect(http.string("listen") == "127.0.0.1:8080")
            #expect(http.secrets("apiKeys")?.map { $0.reveal() } == ["0123456789abcdef"])
            #expect(http.section("userTokens").requiredString("algorithm") == "HS256")
            #expect(http.section("userTokens").secret("key")?.reveal() == "key")

            #expect(root.section("worker").duration("lease", in: .seconds(1) ... .seconds(3600)) == .seconds(60))
            #expect(root.section("worker").duration("drain", in: .zero ... .seconds(3600)) == .seconds(10))

            let retry = root.section("retry")
            #expect(retry.durations("delays")?.count == 5)
            #expect(retry.double("jitter", in: 0...1) == 0.15)
            #expect(retry.integer("maxAttempts", in: 1...1000) == 12)

            readChannels(root.section("channels"))

            let types = root.sections("notifications")
            #expect(Array(types.keys) == ["order.shipped"])
            for (type, section) in types {
                #expect(section.path.description == "notifications[\"\(type)\"]")
                readNotification(section)
            }
        }
    }

    private func readChannels(_ channels: ConfigurationSection) {
        #expect(channels.keys == ["apns", "fcm", "log", "mail"])
        #expect(channels.isPresent("log"))
        _ = channels.section("log")

        let apns = channels.section("apns")
        #expect(apns.requiredString("environment") == "production")
        let credential = apns.sections("credentials")["default"]
        #expect(credential?.file("keyFile") == "AuthKey.p8")
        #expect(credential?.requiredString("keyID") == "ABC123DEFG")
        #expect(credential?.requiredString("teamID") == "TEAM123456")
        #expect(credential?.requiredString("topic") == "com.example.app")
        #expect(apns.section("endpoints").url("production")?.host() == "api.push.apple.com")
        #expect(apns.section("endpoints").url("sandbox")?.host() == "api.sandbox.push.apple.com")
        #expect(apns.file("trustedCertificates") == nil)
        #expect(apns.integer("connections", in: 1...64, default: 1) == 2)

        let fcm = channels.section("fcm")
        #expect(fcm.sections("credentials")["default"]?.file("serviceAccountFile") == "service-account.json")
        #expect(fcm.url("endpoint")?.absoluteString == "https://fcm.googleapis.com")
        #expect(fcm.file("trustedCertificates") == nil)
        #expect(fcm.integer("connections", in: 1...64, default: 1) == 4)

        let mail = channels.section("mail")
        #expect(mail.url("smtp", schemes: ["smtp", "smtps"])?.port == 465)
        #expect(mail.requiredString("from") == "Example Shop <shop@example.com>")
        #expect(mail.file("trustedCertificates") == nil)
    }

    private func readNotification(_ section: ConfigurationSection) {
        #expect(section.strings("via") == ["push", "mail", "log"])
        #expect(section.string("category") == "transactional")
        #expect(section.string("title") == "Order #{{order.number}} shipped")
        for key in ["body", "link"] { #expect(section.string(key) != nil) }
        for key in ["data", "apns", "fcm"] { #expect(section.json(key)?.object != nil) }
        #expect(section.section("mail").string("subject") == "Your order is on its way")
        #expect(section.section("mail").string("text")?.contains("{{order.number}}") == true)
    }

    @Test
    func `a key misspelt anywhere in it is found`() throws {
        var configuration = configuration
        configuration.text = exampleConfiguration.replacing("keyID:", with: "keyId:")
        let lines = try configuration.faults { root in
            for key in ["store", "http", "worker", "retry", "notifications"] { _ = root.json(key) }
            readChannelsQuietly(root.section("channels"))
        }
        #expect(
            lines.contains(
                "channels.apns.credentials.default.keyId: unknown key; "
                    + "did you mean \"keyID\"? known keys: keyFile, keyID, teamID, topic"
            )
        )
        #expect(lines.contains("channels.apns.credentials.default.keyID: missing; expected a string that is not empty"))
    }

    private func readChannelsQuietly(_ channels: ConfigurationSection) {
        for key in ["log", "fcm", "mail"] { _ = channels.json(key) }
        let credential = channels.section("apns").sections("credentials")["default"]
        for key in ["keyFile", "keyID", "teamID", "topic"] { _ = credential?.requiredString(key) }
    }
}
