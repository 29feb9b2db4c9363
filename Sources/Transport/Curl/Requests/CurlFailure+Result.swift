internal import CCurl

extension CurlFailure {
    /// What the library's result means for a request.
    ///
    /// - Parameters:
    ///   - result: Why the transfer ended without an answer.
    ///   - isBegun: Whether the request may have been written, in part or whole.
    ///   - explanation: What the library says about this case; empty for nothing.
    init(_ result: CURLcode, isBegun: Bool, explanation: String) {
        guard !isBegun else {
            // What the library says now may be the server's words, which are not ours to repeat.
            self.init(.uncertain, Self.codeAfterWriting(result), detail: Self.name(of: result))
            return
        }
        let (kind, code) = Self.beforeWriting(result)
        self.init(kind, code, detail: explanation.isEmpty ? Self.name(of: result) : explanation)
    }

    private static func beforeWriting(_ result: CURLcode) -> (Kind, CurlFailureCode) {
        switch result {
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            (.misconfigured, .untrustedPeer)
        case CURLE_SSL_CACERT_BADFILE: (.misconfigured, .unusableCertificates)
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: (.misconfigured, .invalidRequest)
        case CURLE_COULDNT_RESOLVE_HOST: (.notSent, .resolveFailed)
        case CURLE_OPERATION_TIMEDOUT: (.notSent, .connectTimeout)
        case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT: (.notSent, .exhausted)
        default: (.notSent, .connectFailed)
        }
    }

    private static func codeAfterWriting(_ result: CURLcode) -> CurlFailureCode {
        switch result {
        case CURLE_OPERATION_TIMEDOUT: .responseTimeout
        // The sinks refuse what is too long.
        case CURLE_WRITE_ERROR: .answerTooLong
        case CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: .protocolError
        case CURLE_OUT_OF_MEMORY: .exhausted
        default: .connectionLost
        }
    }

    private static func name(of result: CURLcode) -> String {
        guard let text = unsafe curl_easy_strerror(result) else { return "" }
        return unsafe String(cString: text)
    }
}
