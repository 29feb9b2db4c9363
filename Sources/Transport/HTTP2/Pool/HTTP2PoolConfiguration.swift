/// How a pool connects and how long it waits.
public struct HTTP2PoolConfiguration: Sendable {
    /// How many connections it opens at most.
    public var maxConnections = 2
    /// How long connecting may take: name resolution, TCP and TLS together.
    public var connectTimeout: Duration = .seconds(10)
    /// How long an answer may take, from the moment the request is written.
    public var responseTimeout: Duration = .seconds(30)
    /// How long a request may wait to be written.
    public var waitTimeout: Duration = .seconds(60)
    /// How long a connection with requests under way may be silent before it is asked for a sign of life.
    public var pingAfter: Duration = .seconds(10)
    /// How long that sign may take before the connection is given up.
    public var pingTimeout: Duration = .seconds(5)
    /// How long a connection may have been idle to be used without asking for a sign of life first.
    public var trustedIdleTime: Duration = .seconds(60)
    /// How long to wait before dialling again after the first failure; doubles with each one up to ``longestBackOff``.
    public var shortestBackOff: Duration = .milliseconds(500)
    /// How long to wait before dialling again at most.
    public var longestBackOff: Duration = .seconds(60)
    /// How long requests are refused after the first fault of the configuration, such as a certificate that is not to be
    /// trusted, before one of them is tried again; doubles with each one up to ``longestFaultBackOff``.
    public var shortestFaultBackOff: Duration = .seconds(30)
    /// How long requests are refused at most.
    public var longestFaultBackOff: Duration = .seconds(600)
    /// How many requests wait in memory; callers beyond that wait outside.
    public var queueLimit = 4096
    /// How many bytes of an answer's body are kept.
    public var longestBody = 64 * 1024
    /// A PEM file with certificates that are trusted beside the system's.
    public var trustedCertificates: String?
    /// Whether a connection carries one request only until the first answer, as push services want it of connections
    /// that authenticate with tokens.
    public var warmsUp = true
    /// Reads the debug data of a GOAWAY: what it says is wrong with the configuration, if that is what it says.
    public var configurationFault: @Sendable (_ debugData: [UInt8]) -> String? = { _ in nil }

    /// The defaults.
    public init() {}
}
