import FanfareCore

extension DKIMCredential {
    /// Reads a credential; nil if it has a fault, which is then noted, or is not read because nothing will be sent.
    init?(from section: ConfigurationSection, isPreview: Bool) {
        guard !isPreview else {
            for key in ["domain", "selector", "keyFile", "key"] { _ = section.isPresent(key) }
            return nil
        }
        let isFile = section.isPresent("keyFile")
        section.require("domain", "selector")
        let key = Self.key(from: section, isFile: isFile)
        guard let key, let domain = section.string("domain"), let selector = section.string("selector") else {
            return nil
        }
        self.init(domain: domain, selector: selector, key: key)
        do throws(MailConfigurationError) {
            _ = try signer()
        } catch {
            let name = String(error.field.dropFirst("dkim.".count))
            section.fault(at: name == "key" && isFile ? "keyFile" : name, error.problem)
            return nil
        }
    }

    private static func key(from section: ConfigurationSection, isFile: Bool) -> Secret<String>? {
        if section.isPresent("key"), isFile {
            section.fault(at: "key", "is there beside keyFile", remedy: "give one of them")
        }
        if !section.isPresent("key"), !isFile {
            section.fault(at: "keyFile", "missing", remedy: "expected the path of a PEM file, or its text as key")
        }
        return isFile ? section.fileContents("keyFile") : section.secret("key")
    }
}
