internal import FanfareCore
internal import FanfareHTTP2
import FanfareSigning
internal import FoundationEssentials

/// Where a service account's access tokens are to be had, and what is said there (Google, "Using OAuth 2.0 for server to
/// server applications"; RFC 7523).
struct TokenEndpoint: Sendable {
    /// What a service account says of itself. Asked for is the right to send messages, and no other.
    private struct Claims: Encodable {
        let iss: String
        let scope = "https://www.googleapis.com/auth/firebase.messaging"
        let aud: String
        let iat: Int64
        let exp: Int64
    }

    /// How long an assertion is good for, the longest that Google takes.
    private static let assertionLife: Int64 = 3600

    private let account: FCMServiceAccount
    private let key: SigningKey
    private let path: String
    private let host: String
    private let pool: any FCMPool
    private let clock: any WallClock

    /// - Parameter pool: The connections to the server of the account's token URI.
    init(account: FCMServiceAccount, key: SigningKey, pool: any FCMPool, clock: any WallClock) {
        self.account = account
        self.key = key
        self.pool = pool
        self.clock = clock
        let url = account.tokenURI
        let path = url.path(percentEncoded: true)
        self.path = (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
        host = url.host(percentEncoded: false) ?? ""
    }

    /// Asks for a token.
    func grant() async throws(AccessTokenFailure) -> AccessTokens.Grant {
        let request: HTTP2Request
        do {
            request = try self.request(at: clock.now)
        } catch let error as KeyError {
            throw AccessTokenFailure(.misconfigured, "signing-failed", error.description)
        } catch {
            throw AccessTokenFailure(.misconfigured, "signing-failed", "the assertion could not be written")
        }
        let response: HTTP2Response
        do {
            response = try await pool.send(request)
        } catch let failure as HTTP2Failure {
            let detail = "no access token from \(host): \(failure.reason)"
            throw failure.kind == .misconfigured
                ? AccessTokenFailure(.misconfigured, failure.reason.code, detail)
                : AccessTokenFailure(.unavailable, "token-unavailable", detail)
        } catch {
            throw AccessTokenFailure(.unavailable, "token-unavailable", "\(host) was not asked for an access token")
        }
        return try TokenAnswer(response).grant(from: host, now: clock.now)
    }

    private func request(at now: Timestamp) throws -> HTTP2Request {
        let seconds = now.millisecondsSinceEpoch / 1000
        let claims = Claims(
            iss: account.clientEmail,
            aud: account.tokenURI.absoluteString,
            iat: seconds,
            exp: seconds + Self.assertionLife
        )
        let assertion = try key.token(claims, keyID: account.privateKeyID, type: "JWT")
        var fields = HTTP2Fields()
        try fields.append("content-type", "application/x-www-form-urlencoded")
        try fields.append("accept", "application/json")
        // A token has no characters that a form would escape.
        let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=" + assertion
        return HTTP2Request(path: path, fields: fields, body: Array(form.utf8))
    }
}
