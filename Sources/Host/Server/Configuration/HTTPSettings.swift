import FanfareCore
import FanfareSigning

/// The `http` section: where the API listens, and who may use it.
struct HTTPSettings: Sendable {
    /// The fewest characters of an API key.
    static let minimumKeyLength = 16

    /// Where a host listens when nothing else is said.
    static let standardAddress = "127.0.0.1:8080"

    let listen: ListenAddress
    let authenticator: Authenticator

    /// Reads the section; the environment's `FANFARE_LISTEN` overrides `listen`.
    ///
    /// - Parameter requiresKeys: Whether it is a fault that there are no API keys; in a section that is there it is.
    /// - Returns: `nil` if there is a fault, which is then noted.
    init?(from root: ConfigurationSection, environment: [String: String], requiresKeys: Bool) {
        let isThere = root.isPresent("http")
        let section = root.section("http")
        let keys = Self.apiKeys(from: section, isRequired: requiresKeys || isThere)
        let userTokens = section.isPresent("userTokens") ? Self.verifier(from: section.section("userTokens")) : nil
        guard let listen = Self.listen(from: section, environment: environment) else { return nil }
        self.listen = listen
        authenticator = Authenticator(apiKeys: keys, userTokens: userTokens)
    }

    private static func listen(from section: ConfigurationSection, environment: [String: String]) -> ListenAddress? {
        let override = environment["FANFARE_LISTEN"].flatMap { $0.isEmpty ? nil : $0 }
        // Asking for presence makes the key known without following a reference that may lead nowhere here.
        let isThere = section.isPresent("listen")
        let given = override ?? (isThere ? section.string("listen") : standardAddress)
        do throws(ListenAddressError) {
            return try given.map { text throws(ListenAddressError) in try ListenAddress(parsing: text) }
        } catch {
            section.fault(
                at: "listen",
                (override == nil ? "" : "FANFARE_LISTEN: ") + error.problem,
                remedy: "expected an IP address and a port: 127.0.0.1:8080, 0.0.0.0:8080 or [::1]:8080"
            )
            return nil
        }
    }

    private static func apiKeys(from section: ConfigurationSection, isRequired: Bool) -> [Secret<String>] {
        let expected = "expected a list of keys of at least \(minimumKeyLength) characters"
        guard section.isPresent("apiKeys") else {
            if isRequired { section.fault(at: "apiKeys", "missing", remedy: expected) }
            return []
        }
        let keys = section.secrets("apiKeys")
        if keys?.isEmpty == true, section.json("apiKeys") == .array([]) {
            section.fault(at: "apiKeys", "found an empty list", remedy: expected)
        }
        // Read once more as it is: `secrets` leaves out what is wrong, and with it the place in the list.
        for (index, key) in (section.json("apiKeys")?.array ?? []).enumerated() {
            guard let text = key.string, !text.isEmpty else { continue }
            let place = ConfigurationPath([.key("apiKeys"), .index(index)])
            if text.count < minimumKeyLength {
                section.fault(at: place, "the key has \(text.count) characters", remedy: expected)
            }
            if !text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
                section.fault(
                    at: place,
                    "the key has blanks or characters no Authorization header can carry",
                    remedy: "expected visible ASCII characters"
                )
            }
        }
        return keys ?? []
    }

    private static func verifier(from section: ConfigurationSection) -> TokenVerifier? {
        section.require("algorithm", "key")
        guard
            let algorithm = section.choice("algorithm", of: TokenAlgorithm.allCases),
            let key = section.secret("key")
        else { return nil }
        do throws(KeyError) {
            return TokenVerifier(key: try VerificationKey(key.reveal(), for: algorithm))
        } catch {
            section.fault(at: "key", error.description)
            return nil
        }
    }
}
