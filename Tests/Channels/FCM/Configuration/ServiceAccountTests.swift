import FanfareCore
import Foundation
import Testing

@testable import FanfareFCM

struct ServiceAccountTests {
    private func account(_ text: String) throws -> FCMServiceAccount { try FCMServiceAccount(json: Secret(text)) }

    /// The problem with a text that is no key file; nothing of the good file's values is in it.
    private func problem(with text: String) throws -> String {
        let error = #expect(throws: FCMConfigurationError.self) { try account(text) }
        let problem = try #require(error?.problem)
        #expect(!problem.contains("MII") && !problem.contains("demo-project-a"))
        return problem
    }

    /// The good file with some members changed, or removed where they are null.
    private func file(_ changes: [String: JSONValue]) throws -> String {
        let good = try JSONParser().parse(Fixture.bytes("service-accounts/sa_good.json")).object ?? [:]
        return JSONValue.object(good.merging(changes) { $1 }.filter { !$0.value.isNull }).compactText
    }

    /// Cases creds-01 and creds-04: by file, by variable, and by `$file:`.
    @Test(arguments: ["sa_good.json", "sa_double_escaped.json", "sa_crlf_file.json", "sa_no_token_uri.json"])
    func `a key file is taken from a file, and from the environment`(_ name: String) throws {
        let path = "service-accounts/\(name)"
        let read = [
            try ConfigurationText.credential("serviceAccountFile: \"\(path)\"").read(),
            try ConfigurationText.credential(
                "serviceAccount: \"$env:ACCOUNT\"",
                environment: ["ACCOUNT": Fixture.serviceAccount(name)]
            ).read(),
            try ConfigurationText.credential("serviceAccount: \"$file:\(path)\"").read(),
        ]
        for account in read.map({ $0.credentials[.default] }) {
            #expect(account?.projectID == "demo-project-a")
            #expect(account?.clientEmail == "push@demo-project-a.iam.example.test")
            #expect(account?.privateKeyID == "0000000000000000000000000000000000000001")
            let uri =
                name == "sa_no_token_uri.json" ? FCMServiceAccount.standardTokenURI : "http://127.0.0.1:18080/token"
            #expect(account?.tokenURI.absoluteString == uri)
        }
    }

    @Test func `creds-04: what shells and settings tools make of a file is taken`() throws {
        let good = try file([:])
        let expected = try account(good)
        let literal = JSONValue.string(good).compactText
        let withLineEnds = good.replacing(#"\n"#, with: "\n")
        #expect(withLineEnds != good)
        for text in ["\u{FEFF}" + good, "  \r\n" + good + "\r\n ", "'\(good)'", "' \(good)\n'", literal] {
            #expect(try account(text) == expected)
        }
        #expect(try account(withLineEnds) == expected)
        #expect(try account(withLineEnds.replacing("\n", with: "\r\n")) == expected)
        let key = try #require(JSONParser().parse(good)["private_key"]?.string)
        for spelling in [
            key.replacing("\n", with: #"\n"#), key.replacing("\n", with: #"\\n"#), key.replacing("\n", with: "\r\n"),
            key.replacing("\n", with: " "), "\u{FEFF}" + key, key.trimmingCharacters(in: .whitespacesAndNewlines),
        ] {
            _ = try account(file(["private_key": .string(spelling)]))
        }
    }

    /// Case creds-06: the error says which file it is, and which is wanted.
    @Test(arguments: [
        (#"{"installed":{"client_id":"x","client_secret":"y"}}"#, "the secret of an OAuth client"),
        (#"{"web":{"client_id":"x"}}"#, "the secret of an OAuth client"),
        (#"{"apiKey":"x","authDomain":"y","projectId":"z"}"#, "the Firebase config of a web app"),
        (#"{"type":"authorized_user","refresh_token":"x"}"#, "the login of a person"),
        (#"{"type":"external_account"}"#, "a workload identity federation"),
        (#"{"type":"impersonated_service_account"}"#, "the impersonation of a service account"),
        ("<?xml version=\"1.0\"?><plist version=\"1.0\"></plist>", "GoogleService-Info.plist"),
        ("-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----", "a key in PEM without the account"),
        ("", "is empty"), ("  \n", "is empty"), ("[]", "is an array"), ("7", "is a number"),
        ("service-account.json", "no JSON"),
        ("\"x\"", "no JSON"),
    ])
    func `another file is told by what it is`(_ text: String, _ what: String) throws {
        let problem = try problem(with: text)
        #expect(problem.contains(what))
        #expect(problem.contains("Generate new private key"))
    }

    @Test(arguments: [
        ("google-services.json", "google-services.json, the Android client config"),
        ("sa_missing_client_email.json", "client_email is missing"), ("sa_trailing_comma.json", "is no JSON: "),
    ])
    func `creds-06: a wrong file is a fault of the configuration at its key`(_ name: String, _ what: String) throws {
        let faults = try ConfigurationText.credential("serviceAccountFile: \"service-accounts/\(name)\"").faults()
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("fcm.credentials.default.serviceAccountFile: ") == true)
        #expect(faults.first?.contains(what) == true)
        let inline = try ConfigurationText.credential(
            "serviceAccount: \"$env:ACCOUNT\"",
            environment: ["ACCOUNT": Fixture.serviceAccount(name)]
        ).faults()
        #expect(inline.first?.hasPrefix("fcm.credentials.default.serviceAccount: ") == true)
        #expect(inline.first?.contains(what) == true && inline.first?.contains("MII") == false)
        if name == "sa_trailing_comma.json" { #expect(faults.first?.contains("line ") == true) }
    }

    @Test(
        arguments: [
            ("type", nil, "type is missing"), ("type", "service", "type is not \"service_account\""),
            ("project_id", nil, "project_id is missing"), ("project_id", " ", "project_id is empty"),
            ("project_id", "a/b", "project_id is no id of a project"), ("client_email", "", "client_email is empty"),
            ("client_email", 7, "client_email is a number, not a string"),
            ("client_email", "x", "client_email is no account"),
            ("private_key", nil, "private_key is missing"), ("private_key", "x", "private_key cannot sign: "),
            ("token_uri", "x", "token_uri is no https:// URL"), ("token_uri", "", "token_uri is empty"),
            ("token_uri", "http://oauth2.example/token", "token_uri is no https:// URL"),
        ] as [(String, JSONValue?, String)]
    )
    func `a member that is wrong is named`(_ name: String, _ value: JSONValue?, _ what: String) throws {
        #expect(try problem(with: file([name: value ?? .null])).contains(what))
    }

    /// Case creds-03.
    @Test(arguments: [
        ("p8_encrypted.p8", "encrypted"), ("p8_good.p8", "RSA"), ("ec_p384.p8", "RSA"), ("public_key.pem", "public"),
    ])
    func `creds-03: a key that cannot sign is refused at once, with its cause`(_ name: String, _ word: String) throws {
        let problem = try problem(with: file(["private_key": .string(Fixture.text("keys/\(name)"))]))
        #expect(problem.contains("private_key cannot sign"))
        #expect(problem.contains(word))
    }

    @Test func `a key that is cut is refused as incomplete`() throws {
        let key = try #require(JSONParser().parse(file([:]))["private_key"]?.string)
        #expect(
            try problem(with: file(["private_key": .string(String(key.prefix(key.count / 2)))])).contains("incomplete")
        )
    }
}
