/// How a server for tests listens.
package struct HTTP2ServerConfiguration: Sendable {
    /// Its certificate and key; nil for HTTP/2 without TLS, with prior knowledge (RFC 9113, 3.3).
    package var identity: SelfSignedCertificate?
    /// How many bytes of a request's body are kept. The rest is read and counted.
    package var longestBody = 64 * 1024

    /// The defaults: no TLS.
    package init(identity: SelfSignedCertificate? = nil) { self.identity = identity }
}
