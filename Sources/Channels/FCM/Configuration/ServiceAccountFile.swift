internal import FanfareCore

/// The text of a service account's key file, taken apart; its errors say what else a text seems to be.
struct ServiceAccountFile {
    /// Its members.
    let members: [String: JSONValue]

    /// - Throws: Why it is no key file.
    init(_ text: String) throws(FCMConfigurationError) {
        let text = Self.bare(text)
        if let kind = Self.kind(of: text) { throw Self.mistaken(kind) }
        let value: JSONValue
        do {
            value = try Self.value(of: text)
        } catch {
            throw FCMConfigurationError(Self.field, "is no JSON: \(error); \(Self.wanted)")
        }
        guard let members = value.object else { throw Self.mistaken(value.kind) }
        if let kind = Self.kinds.first(where: { $0.isKind(members) })?.name { throw Self.mistaken(kind) }
        self.members = members
    }

    /// A text that must be there.
    func text(_ name: String) throws(FCMConfigurationError) -> String {
        guard let value = members[name], !value.isNull else { throw Self.fault(name, "is missing") }
        guard let text = value.string else { throw Self.fault(name, "is \(value.kind), not a string") }
        guard !text.allSatisfy(\.isWhitespace) else { throw Self.fault(name, "is empty") }
        return text
    }

    /// What is wrong with a member.
    static func fault(_ name: String, _ problem: String) -> FCMConfigurationError {
        FCMConfigurationError(field, "cannot be used: \(name) \(problem)")
    }

    private static let field = "serviceAccount"

    private static let wanted =
        "expected the key file of a service account: Firebase console, Project settings, Service accounts, "
        + "Generate new private key"

    private static func mistaken(_ kind: String) -> FCMConfigurationError {
        FCMConfigurationError(field, "is \(kind); \(wanted)")
    }
}

extension ServiceAccountFile {
    /// What a file is known to be by its members.
    private struct Kind: Sendable {
        let name: String
        let isKind: @Sendable ([String: JSONValue]) -> Bool

        init(_ name: String, _ isKind: @escaping @Sendable ([String: JSONValue]) -> Bool) {
            (self.name, self.isKind) = (name, isKind)
        }

        static func type(_ type: String, _ name: String) -> Kind { Kind(name) { $0["type"]?.string == type } }
    }

    private static let kinds = [
        Kind("google-services.json, the Android client config, which belongs into the app") {
            $0["project_info"] != nil || $0["configuration_version"] != nil
        },
        Kind("the secret of an OAuth client (client_secret_….json)") { $0["installed"] != nil || $0["web"] != nil },
        Kind("the Firebase config of a web app") { $0["apiKey"] != nil || $0["authDomain"] != nil },
        .type("authorized_user", "the login of a person (application_default_credentials.json of gcloud)"),
        .type("external_account", "a workload identity federation"),
        .type("impersonated_service_account", "the impersonation of a service account"),
    ]

    /// What a text is that is no JSON.
    private static func kind(of text: String) -> String? {
        if text.isEmpty { return "empty" }
        if text.hasPrefix("-----BEGIN ") { return "a key in PEM without the account it belongs to" }
        if text.hasPrefix("<"), text.contains("<plist") {
            return "GoogleService-Info.plist, the Apple client config, which belongs into the app"
        }
        return nil
    }
}

extension ServiceAccountFile {
    /// The text without what shells and settings tools put around it: a byte order mark, blanks, single quotes.
    private static func bare(_ text: String) -> String {
        var text = text[...]
        func trim() {
            while let first = text.unicodeScalars.first, first == "\u{FEFF}" || first.properties.isWhitespace {
                text.unicodeScalars.removeFirst()
            }
            while let last = text.last, last.isWhitespace { text.removeLast() }
        }
        trim()
        if text.count > 1, text.first == "'", text.last == "'" {
            text = text.dropFirst().dropLast()
            trim()
        }
        return String(text)
    }

    /// Reads JSON that may have been put into a JSON text, or whose escapes may have been resolved, on its way.
    private static func value(of text: String) throws(JSONSyntaxError) -> JSONValue {
        let parser = JSONParser()
        let bytes = Array(text.utf8)
        let value: JSONValue
        do {
            value = try parser.parse(bytes)
        } catch {
            // The first fault is the one people can find in their file.
            guard let repaired = try? parser.parse(withEscapedLineEnds(bytes)) else { throw error }
            value = repaired
        }
        guard let inner = value.string else { return value }
        return try parser.parse(inner)
    }

    /// Line ends inside texts, which JSON does not allow, written out as they were.
    private static func withEscapedLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        var isText = false
        var isEscaped = false
        return bytes.reduce(into: []) { result, byte in
            if isText, byte == UInt8(ascii: "\n") {
                result += #"\n"#.utf8
                return
            }
            if isText, byte == UInt8(ascii: "\r") { return }
            if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            result.append(byte)
        }
    }
}
