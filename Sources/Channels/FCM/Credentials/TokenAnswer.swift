internal import FanfareCore
internal import FanfareHTTP2

/// What a token endpoint answered (RFC 6749, 5.1 and 5.2).
struct TokenAnswer {
    private let response: HTTP2Response
    private let body: [String: JSONValue]

    /// How long a token lives that does not say so: as long as the assertion it was given for.
    private static let standardLifetime: Duration = .seconds(3600)

    init(_ response: HTTP2Response) {
        self.response = response
        body = (try? JSONParser().parse(response.body))?.object ?? [:]
    }

    /// The token.
    ///
    /// - Parameters:
    ///   - host: Who answered, for errors.
    ///   - now: The time here.
    func grant(from host: String, now: Timestamp) throws(AccessTokenFailure) -> AccessTokens.Grant {
        guard (200..<300).contains(response.status) else { throw failure(from: host, now: now) }
        // It goes into a header field, so nothing else may be in it.
        guard
            let token = body["access_token"]?.string, !token.isEmpty,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            let detail = "\(host) answered \(response.status) without an access token"
            throw AccessTokenFailure(.unavailable, "token-unavailable", detail)
        }
        return AccessTokens.Grant(token: Secret(token), lifetime: lifetime ?? Self.standardLifetime)
    }

    private var lifetime: Duration? {
        let seconds = body["expires_in"]?.number?.double ?? body["expires_in"]?.string.flatMap(Double.init)
        guard let seconds, seconds > 0 else { return nil }
        return .seconds(min(seconds, 86_400))
    }

    private func failure(from host: String, now: Timestamp) -> AccessTokenFailure {
        let error = body["error"]?.string.flatMap { PlainText.word($0) }
        let description = body["error_description"]?.string.flatMap { PlainText.sentence($0) }
        let answer = ["\(response.status)", error].compactMap(\.self).joined(separator: " ")
        let detail = "\(host) refused an access token with \(answer)" + (description.map { ": \($0)" } ?? "")
        // RFC 6749, 4.1.2.1, and what Google has beside it, are about the moment, whatever their status.
        let isPassing = ["server_error", "temporarily_unavailable", "internal_failure"].contains(error)
        if isPassing || response.status == 408 || response.status == 429 || !(400..<500).contains(response.status) {
            return AccessTokenFailure(.unavailable, "token-unavailable", detail, after: response.retryAfter(now: now))
        }
        guard error == "invalid_grant", let description, Self.isAboutTime(description) else {
            return AccessTokenFailure(.misconfigured, "token-refused", detail)
        }
        return AccessTokenFailure(.misconfigured, "clock-skew", "\(detail); \(clockHint(now))")
    }

    /// Google: "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and
    /// exp values in the JWT claim."
    private static func isAboutTime(_ description: String) -> Bool {
        let text = description.lowercased()
        return ["timeframe", "short-lived", "iat and exp", "expired", "clock"].contains { text.contains($0) }
    }

    private func clockHint(_ now: Timestamp) -> String {
        let hint = "this machine's clock is probably wrong"
        guard let date = response.date else { return hint }
        let offset = now.duration(to: date).components.seconds
        switch offset {
        case 1...: return "\(hint), by \(offset) s behind the server's"
        case ...(-1): return "\(hint), by \(-offset) s ahead of the server's"
        default: return hint
        }
    }
}
