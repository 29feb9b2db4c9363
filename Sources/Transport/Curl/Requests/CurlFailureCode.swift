internal import FanfareCore

/// What happened to a request that got no answer. The set is closed and fit for a metric's label.
package enum CurlFailureCode: String, CaseIterable, Sendable {
    /// The request cannot be written as it is, or its URL is none.
    case invalidRequest = "invalid-request"
    /// The host's name has no address, or none that could be found out.
    case resolveFailed = "resolve-failed"
    /// No connection could be opened.
    case connectFailed = "connect-failed"
    /// No connection was opened in time.
    case connectTimeout = "connect-timeout"
    /// The peer's certificate is not to be trusted, or is another host's.
    case untrustedPeer = "untrusted-peer"
    /// A file with certificates cannot be used.
    case unusableCertificates = "unusable-certificates"
    /// No connection became free in time.
    case waitTimeout = "wait-timeout"
    /// Something was written and not answered in time.
    case responseTimeout = "response-timeout"
    /// The connection ended before the end of the answer.
    case connectionLost = "connection-lost"
    /// What came is no answer.
    case protocolError = "protocol-error"
    /// The answer is longer than it may be.
    case answerTooLong = "answer-too-long"
    /// A mail server offers no TLS, which it must.
    case securityNotOffered = "security-not-offered"
    /// A mail server offers no login, or none of a kind that is known here.
    case loginNotOffered = "login-not-offered"
    /// A login would be sent as clear text.
    case insecureLogin = "insecure-login"
    /// The caller was cancelled after the request was written.
    case cancelled = "cancelled"
    /// The client is being shut down.
    case shuttingDown = "shutting-down"
    /// The system has no more of something: memory, threads, descriptors.
    case exhausted = "exhausted"
}

extension CurlFailure {
    /// Creates a failure.
    ///
    /// - Parameter detail: More about this case, for people.
    package init(_ kind: Kind, _ code: CurlFailureCode, detail: String? = nil) {
        self.init(kind, DeliveryReason(code.rawValue, detail: detail))
    }

    /// What happened; nil for a failure that this transport did not make.
    package var code: CurlFailureCode? { CurlFailureCode(rawValue: reason.code) }
}
