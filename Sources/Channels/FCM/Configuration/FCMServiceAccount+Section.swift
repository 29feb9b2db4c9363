import FanfareCore

extension FCMServiceAccount {
    /// Reads a credential; nil if it has a fault, which is then noted. Nothing of the file itself is ever shown.
    init?(from section: ConfigurationSection) {
        let isFile = section.isPresent("serviceAccountFile")
        if section.isPresent("serviceAccount"), isFile {
            section.fault(at: "serviceAccount", "is there beside serviceAccountFile", remedy: "give one of them")
        }
        if !section.isPresent("serviceAccount"), !isFile {
            let remedy = "expected the path of the service account's JSON file, or its text as serviceAccount"
            section.fault(at: "serviceAccountFile", "missing", remedy: remedy)
        }
        let key = isFile ? "serviceAccountFile" : "serviceAccount"
        guard let json = isFile ? section.fileContents(key) : section.secret(key) else { return nil }
        do throws(FCMConfigurationError) {
            try self.init(json: json)
        } catch {
            section.fault(at: key, error.problem)
            return nil
        }
    }

    /// Makes the keys of a credential known that is not read.
    static func markKeys(of section: ConfigurationSection) {
        for key in ["serviceAccountFile", "serviceAccount"] { _ = section.isPresent(key) }
    }
}
