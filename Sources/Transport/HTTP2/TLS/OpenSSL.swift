internal import COpenSSL

/// The library's own affairs: starting it, and reading its error queue.
enum OpenSSL {
    /// Initialises the library exactly once, at first use.
    ///
    /// Without an exit handler: OpenSSL's races at exit with threads that still use it, and crashes the process. This
    /// must therefore come before any other call.
    static let isReady = fanfare_openssl_initialize() == 1

    /// The text of the oldest error in this thread's queue, which is emptied.
    static func takeError() -> String {
        defer { ERR_clear_error() }
        return text(of: ERR_peek_error())
    }

    /// What an error says, without the library's file names and numbers.
    static func text(of error: UInt) -> String {
        guard error != 0, let text = unsafe ERR_reason_error_string(error) else { return "unknown error" }
        return unsafe String(cString: text)
    }
}
