import FanfareCore

extension APNsCredential {
    /// Reads a credential; nil if it has a fault, which is then noted.
    init?(from section: ConfigurationSection) {
        let key = APNsKey(from: section, teamID: nil)
        section.require("topic")
        let topic = Self.topic(from: section)
        var sandboxKey: APNsKey?
        var sandboxTopic: String?
        if section.isPresent("sandbox") {
            let sandbox = section.section("sandbox")
            sandboxKey = APNsKey(from: sandbox, teamID: key?.teamID ?? "")
            sandboxTopic = Self.topic(from: sandbox)
        }
        guard let key, let topic else { return nil }
        self.init(key: key, topic: topic, sandboxKey: sandboxKey, sandboxTopic: sandboxTopic)
    }

    /// Makes the keys of a credential known that is not read.
    static func markKeys(of section: ConfigurationSection) {
        let keys = ["keyFile", "key", "keyID", "teamID", "topic"]
        for key in keys { _ = section.isPresent(key) }
        if section.isPresent("sandbox") {
            let sandbox = section.section("sandbox")
            for key in keys { _ = sandbox.isPresent(key) }
        }
    }

    private static func topic(from section: ConfigurationSection) -> String? {
        guard let topic = section.string("topic") else { return nil }
        guard !topic.isEmpty, topic.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            let remedy = "expected the app's bundle id, such as com.example.app"
            section.fault(at: "topic", "is empty or has characters no topic has", remedy: remedy)
            return nil
        }
        return topic
    }
}
