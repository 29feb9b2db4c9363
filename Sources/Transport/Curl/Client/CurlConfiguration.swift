/// How a client treats its requests.
package struct CurlConfiguration: Hashable, Sendable {
    /// The path of a PEM file with certificates that are trusted beside the system's.
    package var trustedCertificates: String?
    /// How long finding the host's address, connecting and TLS may take together.
    package var connectTimeout: Duration = .seconds(10)
    /// How long a request may take in all.
    package var timeout: Duration = .seconds(40)
    /// How long an answer's body may be, in bytes. A longer one is a failure.
    package var longestBody = 1 << 20

    /// What holds for mail servers, beside the certificates and the connecting. `timeout` is not for them.
    package var smtp = SMTPLimits()

    /// Starts with the defaults.
    package init() {}
}
