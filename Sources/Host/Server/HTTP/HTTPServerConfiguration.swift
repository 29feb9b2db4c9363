/// Where a server listens, and what one client may cost it.
struct HTTPServerConfiguration: Sendable {
    var address: ListenAddress

    /// The longest body taken, in bytes. Nothing longer is ever held.
    var bodyLimit = 1 << 20

    /// How many connections are open at once, and so how many requests; more wait in the system's queue.
    var connectionLimit = 1_000

    /// Memory for a connection's request line and headers, in bytes; a request that needs more is answered 431.
    var connectionMemoryLimit = 32 << 10

    /// How long a connection may be silent, between requests or within one; rounded up to whole seconds.
    /// The time a handler takes does not count.
    var idleTimeout: Duration = .seconds(60)

    init(address: ListenAddress) {
        self.address = address
    }
}
