internal import FanfareCore

/// What happened to a request that got no answer. The set is closed and fit for a metric's label.
public enum HTTP2FailureCode: String, CaseIterable, Sendable {
    /// The request cannot be written as it is: its method or its path has characters that no request has.
    case invalidRequest = "invalid-request"
    /// Its header is longer than the peer takes.
    case headerTooLong = "header-too-long"
    /// No connection had room for it in time.
    case waitTimeout = "wait-timeout"
    /// No connection could be opened in time; the detail says why not.
    case connectFailed = "connect-failed"
    /// The peer refused it, unprocessed, again and again.
    case refused = "refused"
    /// It was written and not answered in time.
    case responseTimeout = "response-timeout"
    /// The connection ended before the answer.
    case connectionLost = "connection-lost"
    /// The connection gave no sign of life when it was asked for one.
    case connectionSilent = "connection-silent"
    /// The peer broke the request off with an error.
    case reset = "reset"
    /// The peer, or this side, broke the rules of HTTP/2.
    case protocolError = "protocol-error"
    /// The caller was cancelled after the request was written.
    case cancelled = "cancelled"
    /// The client is being shut down.
    case shuttingDown = "shutting-down"
    /// The system has no more of something: memory, threads, descriptors.
    case exhausted = "exhausted"
    /// The peer's certificate is not to be trusted, or is another host's.
    case untrustedPeer = "untrusted-peer"
    /// The peer does not speak HTTP/2.
    case noHTTP2 = "no-http2"
    /// A file with certificates cannot be used.
    case unusableCertificates = "unusable-certificates"
    /// The peer ended a connection because of what is wrong with the configuration.
    case rejectedByPeer = "rejected-by-peer"
}

extension HTTP2Failure {
    /// Creates a failure.
    ///
    /// - Parameter detail: More about this case, for people.
    public init(_ kind: Kind, _ code: HTTP2FailureCode, detail: String? = nil) {
        self.init(kind, DeliveryReason(code.rawValue, detail: detail))
    }

    /// What happened; nil for a failure that this transport did not make.
    public var code: HTTP2FailureCode? { HTTP2FailureCode(rawValue: reason.code) }
}
