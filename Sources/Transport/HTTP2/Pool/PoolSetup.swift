internal import Synchronization

/// What a pool is made of that its callers and its loop share.
final class PoolSetup: Sendable {
    let endpoint: HTTP2Endpoint
    let configuration: HTTP2PoolConfiguration
    /// Nil if no TLS is spoken.
    let tls: TLSContext?
    let inbox: PoolInbox
    let statistics = Mutex(HTTP2Statistics())
    /// A number from 0 up to 1, for jitter.
    let random: @Sendable () -> Double
    /// The number of the first stream of each connection.
    let firstStream: Int32
    // Weak, because the loop itself keeps this.
    private weak let loop: ClientLoop?

    init(
        _ endpoint: HTTP2Endpoint,
        _ configuration: HTTP2PoolConfiguration,
        _ tls: TLSContext?,
        _ loop: ClientLoop,
        firstStream: Int32 = 1,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.endpoint = endpoint
        self.configuration = configuration
        self.tls = tls
        self.loop = loop
        self.random = random
        self.firstStream = firstStream
        inbox = PoolInbox(places: configuration.queueLimit)
    }

    /// Runs a job on the loop with the pool's part there.
    ///
    /// - Throws: ``HTTP2Failure`` if there is no loop any more: the job is never run.
    func onLoop(_ job: @escaping @Sendable (PoolCore) -> Void) throws(HTTP2Failure) {
        guard let loop else { throw PoolInbox.closed }
        try loop.post { job($0.core(of: self)) }
    }

    /// The value of `:authority`: the port is left out where it goes without saying (RFC 9110, 4.2).
    var authority: String {
        let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
        return endpoint.port == (endpoint.isSecure ? 443 : 80) ? host : "\(host):\(endpoint.port)"
    }
}
