import FanfareCore
import FanfareSigning

extension APNsKey {
    /// Reads a key; nil if it has a fault, which is then noted. Nothing of the key itself is ever shown.
    ///
    /// - Parameter standardTeamID: The team it belongs to unless it says so; nil if it must say so.
    init?(from section: ConfigurationSection, teamID standardTeamID: String?) {
        let pem = Self.pem(from: section)
        section.require("keyID")
        let keyID = Self.identifier("keyID", from: section)
        if standardTeamID == nil { section.require("teamID") }
        let teamID = Self.identifier("teamID", from: section) ?? standardTeamID
        guard let pem, let keyID, let teamID else { return nil }
        self.init(pem: pem, keyID: keyID, teamID: teamID)
    }

    /// What signs with the key.
    ///
    /// - Throws: What is wrong with the key, without showing it.
    func signingKey() throws -> SigningKey { try SigningKey(pem.reveal(), for: .es256) }

    private static func pem(from section: ConfigurationSection) -> Secret<String>? {
        let isFile = section.isPresent("keyFile")
        if section.isPresent("key"), isFile {
            section.fault(at: "key", "is there beside keyFile", remedy: "give one of them")
        }
        if !section.isPresent("key"), !isFile {
            section.fault(at: "keyFile", "missing", remedy: "expected the path of the .p8 file, or its text as key")
        }
        let name = isFile ? "keyFile" : "key"
        guard let pem = isFile ? section.fileContents(name) : section.secret(name) else { return nil }
        do {
            _ = try SigningKey(pem.reveal(), for: .es256)
        } catch {
            section.fault(at: name, error.description)
            return nil
        }
        return pem
    }

    private static func identifier(_ name: String, from section: ConfigurationSection) -> String? {
        guard let identifier = section.string(name) else { return nil }
        guard identifier.utf8.count == 10, identifier.utf8.allSatisfy(isAllowed) else {
            let remedy = "expected ten characters, A to Z and 0 to 9, as Apple's developer site shows it"
            section.fault(at: name, "is no id of Apple's", remedy: remedy)
            return nil
        }
        return identifier
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
