internal import COpenSSL

/// The library's own affairs: starting it, and keeping its error queue clean.
package enum OpenSSL {
    /// Initialises the library exactly once, at first use.
    ///
    /// Without an exit handler: OpenSSL's races at exit with threads of other libraries that still use it, and crashes
    /// the process. This must therefore come before any other call.
    package static let isReady = fanfare_openssl_initialize() == 1

    /// Runs `body` with the library ready, and forgets the errors it left behind.
    ///
    /// OpenSSL keeps errors in a queue per thread. What stays in it would be read as the fault of the next, unrelated
    /// call on the same thread, such as a TLS read.
    static func call<Value>(_ body: () -> Value?) -> Value? {
        guard isReady else { return nil }
        defer { ERR_clear_error() }
        return body()
    }
}
