extension HTTP2Failure {
    /// What a failed handshake means for requests.
    init(_ failure: TLSFailure) {
        switch failure.kind {
        case .untrusted: self.init(.misconfigured, .untrustedPeer, detail: failure.description)
        case .noHTTP2: self.init(.misconfigured, .noHTTP2, detail: failure.description)
        case .unusable: self.init(.misconfigured, .unusableCertificates, detail: failure.description)
        case .broken: self.init(.notSent, .connectFailed, detail: failure.description)
        }
    }
}
