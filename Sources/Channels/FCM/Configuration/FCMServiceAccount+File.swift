internal import FanfareCore
internal import FanfareHTTP2
internal import FanfareSigning
internal import FoundationEssentials

extension FCMServiceAccount {
    /// Where Google gives out access tokens, for the files that do not say.
    static let standardTokenURI = "https://oauth2.googleapis.com/token"

    /// Reads the members of a key file, and tries the key.
    init(_ file: ServiceAccountFile) throws(FCMConfigurationError) {
        let type = try file.text("type")
        guard type == "service_account" else {
            throw ServiceAccountFile.fault("type", "is not \"service_account\"")
        }
        projectID = try file.text("project_id")
        clientEmail = try file.text("client_email")
        privateKey = Secret(try file.text("private_key"))
        privateKeyID = file.members["private_key_id"]?.string
        let tokenURI = file.members["token_uri"]?.isNull ?? true ? Self.standardTokenURI : try file.text("token_uri")
        guard let url = URL(string: tokenURI) else { throw ServiceAccountFile.fault("token_uri", "is no URL") }
        self.tokenURI = url
        do throws(FCMConfigurationError) {
            try check()
            _ = try signingKey()
        } catch {
            throw ServiceAccountFile.fault(error.field, error.problem)
        }
    }

    /// Checks everything that can be checked without asking Google.
    ///
    /// - Throws: The member that is wrong.
    func check() throws(FCMConfigurationError) {
        // It becomes a part of each request's path.
        guard !projectID.isEmpty, projectID.utf8.allSatisfy(Self.isAllowedInProjectID) else {
            throw FCMConfigurationError("project_id", "is no id of a project; expected a-z, 0-9 and -")
        }
        guard clientEmail.contains("@") else {
            throw FCMConfigurationError("client_email", "is no account; expected …@….iam.gserviceaccount.com")
        }
        _ = try tokenEndpoint()
    }

    /// What signs for the account.
    func signingKey() throws(FCMConfigurationError) -> SigningKey {
        do throws(KeyError) {
            return try SigningKey(privateKey.reveal(), for: .rs256)
        } catch {
            throw FCMConfigurationError("private_key", "cannot sign: \(error.description)")
        }
    }

    /// The server that gives out access tokens.
    func tokenEndpoint() throws(FCMConfigurationError) -> HTTP2Endpoint {
        guard let endpoint = HTTP2Endpoint(of: tokenURI), endpoint.isSecure || endpoint.isLoopback else {
            throw FCMConfigurationError("token_uri", "is no https:// URL (http is for this machine only)")
        }
        return endpoint
    }

    private static func isAllowedInProjectID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        // Old projects may belong to a domain: example.com:project.
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-_.:".utf8.contains(byte)
        }
    }
}
