internal import FanfareCore

/// A throwaway service account of a project: its address, its key and its file.
struct ThrowawayServiceAccount: Sendable {
    let project: String

    /// The name in front of a project's address.
    private static let name = "fanfare-tests"
    private static let ending = ".iam.gserviceaccount.com"

    init(project: String) { self.project = project }

    /// The service account by its address; nil if the address is none of these.
    init?(email: String) {
        let start = Self.name + "@"
        guard email.hasPrefix(start), email.hasSuffix(Self.ending) else { return nil }
        project = String(email.dropFirst(start.count).dropLast(Self.ending.count))
    }

    var email: String { "\(Self.name)@\(project)\(Self.ending)" }

    /// Another one for each project, so that a mix-up shows.
    var keyID: String { "key-of-\(project)" }

    /// The file that Google's console would give out.
    func file(privateKey: String, tokenURI: String) -> String {
        let members: [String: JSONValue] = [
            "type": "service_account", "project_id": .string(project), "private_key_id": .string(keyID),
            "private_key": .string(privateKey), "client_email": .string(email), "client_id": "100000000000000000001",
            "auth_uri": .string(tokenURI.replacing("/token", with: "/auth")), "token_uri": .string(tokenURI),
            "universe_domain": "googleapis.com",
        ]
        return JSONValue.object(members).compactText
    }
}
