import FanfareCore

extension FCMConfiguration {
    /// Reads the channel's section. Faults are noted there.
    ///
    /// - Parameter isPreview: Whether nothing will be sent: credentials may then be missing, wholly or in part, and are
    ///   not used.
    init(from section: ConfigurationSection, isPreview: Bool) {
        self.init(credentials: Self.credentials(from: section, isPreview: isPreview))
        endpoint = section.url("endpoint")
        do throws(FCMConfigurationError) {
            _ = try server()
        } catch {
            section.fault(at: error.field, error.problem)
        }
        trustedCertificates = Self.certificates(from: section)
        connections = section.integer("connections", in: 1...64, default: connections)
        let timeouts = section.section("timeouts")
        connectTimeout = timeouts.duration("connect", default: connectTimeout)
        responseTimeout = timeouts.duration("response", default: responseTimeout)
    }

    private static func credentials(
        from section: ConfigurationSection,
        isPreview: Bool
    ) -> [CredentialID: FCMServiceAccount] {
        let sections = section.sections("credentials")
        guard !isPreview else {
            for section in sections.values { FCMServiceAccount.markKeys(of: section) }
            return [:]
        }
        if sections.isEmpty, section.section("credentials").keys.isEmpty {
            section.fault(
                at: "credentials",
                section.isPresent("credentials") ? "found none" : "missing",
                remedy: "expected { default: { serviceAccountFile } }, or an app's id in place of default"
            )
        }
        return Dictionary(
            sections.compactMap { name, section in
                FCMServiceAccount(from: section).map { (CredentialID(rawValue: name), $0) }
            },
            uniquingKeysWith: { $1 }
        )
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
