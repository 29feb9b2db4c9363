import FanfareCore

extension DKIMCredential {
    /// Reads a credential; nil if it has a fault, which is then noted, or is not read because nothing will be sent.
    init?(from section: ConfigurationSection, isPreview: Bool) {
        guard !isPreview else {
            for key in ["domain", "selector", "keyFile", "key"] { _ = section.isPresent(key) }
            return nil
        }
        section.require("domain", "selector")
        let key = Self.key(from: section)
        guard let domain = section.string("domain"), let selector = section.string("selector") else { return nil }
        let credential = DKIMCredential(domain: domain, selector: selector, key: key ?? Secret(""))
        do throws(MailConfigurationError) {
            try credential.check()
        } catch {
            section.fault(at: String(error.field.dropFirst("dkim.".count)), error.problem)
            return nil
        }
        guard key != nil else { return nil }
        self = credential
    }

    private static func key(from section: ConfigurationSection) -> Secret<String>? {
        let isFile = section.isPresent("keyFile")
        if section.isPresent("key"), isFile {
            section.fault(at: "key", "is there beside keyFile", remedy: "give one of them")
        }
        if !section.isPresent("key"), !isFile {
            section.fault(at: "keyFile", "missing", remedy: "expected the path of a PEM file, or its text as key")
        }
        let name = isFile ? "keyFile" : "key"
        guard let key = isFile ? section.fileContents(name) : section.secret(name) else { return nil }
        guard key.reveal().contains("PRIVATE KEY-----") else {
            section.fault(at: name, "is no private key", remedy: "expected PEM with -----BEGIN PRIVATE KEY-----")
            return nil
        }
        return key
    }
}
