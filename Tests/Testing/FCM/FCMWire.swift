import FanfareTesting
import Foundation

/// Python's `h2` and PyJWT as clients of the server: a sender of messages that nobody here wrote.
enum FCMWire {
    typealias Plan = WireClient.Plan
    typealias Request = WireClient.Request

    /// A sound message, unless it is given otherwise.
    static func message(
        token: String,
        project: String = "fanfare-test",
        body: String = #"{"message":{"token":"abc","notification":{"title":"Hello"}}}"#
    ) -> Request {
        Request(
            path: "/v1/projects/\(project)/messages:send",
            authorization: "Bearer \(token)",
            fields: ["content-type": "application/json"],
            body: body
        )
    }

    /// A request for an access token.
    static func tokenRequest(
        _ assertion: String,
        grant: String = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
    ) -> Request {
        Request(
            path: "/token",
            fields: ["content-type": "application/x-www-form-urlencoded"],
            body: "grant_type=\(grant)&assertion=\(assertion)"
        )
    }

    /// Has PyJWT make assertions as a service account's owner would, one for each change.
    ///
    /// - Parameter changes: What differs from a sound one: claims by name, `header` with members of the header, `now` with
    ///   seconds to add to the time, `key` with the PEM text of another key.
    static func assertions(_ file: String, _ changes: [[String: Any]]) async throws -> [String] {
        let text = String(decoding: try JSONSerialization.data(withJSONObject: changes), as: UTF8.self)
        let (output, status) = try await Program.run("/usr/bin/python3", ["-c", script, file, text])
        guard status == 0 else { throw WireClient.Unavailable(text: "PyJWT: \(output)") }
        return output.split(separator: "\n").map(String.init)
    }

    private static let script = #"""
        import json, sys, time
        import jwt
        from cryptography.hazmat.primitives.asymmetric import rsa

        account = json.load(open(sys.argv[1]))
        assert account["type"] == "service_account"
        for changes in json.loads(sys.argv[2]):
            now = int(time.time()) + changes.pop("now", 0)
            header = {"kid": account["private_key_id"], **changes.pop("header", {})}
            key = account["private_key"]
            if changes.pop("key", None):
                key = rsa.generate_private_key(65537, 2048)
            algorithm = changes.pop("algorithm", "RS256")
            if algorithm == "HS256":
                key = "0123456789abcdef0123456789abcdef"
            claims = {"iss": account["client_email"], "aud": account["token_uri"], "iat": now, "exp": now + 3600,
                      "scope": "https://www.googleapis.com/auth/firebase.messaging", **changes}
            claims = {name: value for name, value in claims.items() if value is not None}
            header = {name: value for name, value in header.items() if value is not None}
            print(jwt.encode(claims, key, algorithm=algorithm, headers=header))
        """#
}
