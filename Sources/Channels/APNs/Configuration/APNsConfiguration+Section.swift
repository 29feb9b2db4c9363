import FanfareCore

extension APNsConfiguration {
    /// Reads the channel's section. Faults are noted there.
    ///
    /// - Parameter isPreview: Whether nothing will be sent: credentials may then be missing, wholly or in part, and are
    ///   not used.
    init(from section: ConfigurationSection, isPreview: Bool) {
        self.init(credentials: Self.credentials(from: section, isPreview: isPreview))
        environment = section.choice("environment", of: DeviceEnvironment.allCases, default: environment)
        readEndpoints(from: section.section("endpoints"))
        trustedCertificates = Self.certificates(from: section)
        connections = section.integer("connections", in: 1...64, default: connections)
        let timeouts = section.section("timeouts")
        connectTimeout = timeouts.duration("connect", default: connectTimeout)
        responseTimeout = timeouts.duration("response", default: responseTimeout)
    }

    private static func credentials(
        from section: ConfigurationSection,
        isPreview: Bool
    ) -> [CredentialID: APNsCredential] {
        let sections = section.sections("credentials")
        guard !isPreview else {
            for section in sections.values { APNsCredential.markKeys(of: section) }
            return [:]
        }
        if sections.isEmpty, section.section("credentials").keys.isEmpty {
            let remedy = "expected { default: { keyFile, keyID, teamID, topic } }, or an app's id in place of default"
            section.fault(
                at: "credentials",
                section.isPresent("credentials") ? "found none" : "missing",
                remedy: remedy
            )
        }
        return Dictionary(
            sections.compactMap { name, section in
                APNsCredential(from: section).map { (CredentialID(rawValue: name), $0) }
            },
            uniquingKeysWith: { $1 }
        )
    }

    private mutating func readEndpoints(from section: ConfigurationSection) {
        productionEndpoint = section.url("production")
        sandboxEndpoint = section.url("sandbox")
        for environment in DeviceEnvironment.allCases {
            do throws(APNsConfigurationError) {
                _ = try endpoint(for: environment)
            } catch {
                section.fault(at: environment.rawValue, error.problem)
            }
        }
    }

    private static func certificates(from section: ConfigurationSection) -> String? {
        guard let contents = section.fileContents("trustedCertificates") else { return nil }
        if !contents.reveal().contains("-----BEGIN CERTIFICATE-----") {
            section.fault(
                at: "trustedCertificates",
                "the file has no certificate",
                remedy: "expected PEM with -----BEGIN CERTIFICATE-----"
            )
        }
        return section.file("trustedCertificates")
    }
}
