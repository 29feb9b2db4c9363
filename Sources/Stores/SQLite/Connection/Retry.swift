#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Trying again when another process has the lock, on a thread that may block.
enum Retry {
    /// Pauses before the second, third, … attempt. SQLite has waited for its own busy timeout in most of them already,
    /// so that a lock is waited for during some twenty seconds and never for ever.
    private static let pauses: [Duration] = [.milliseconds(2), .milliseconds(20), .milliseconds(100)]

    /// Runs `body` again while it throws `SQLITE_BUSY` or one of its kinds, a bounded number of times.
    static func whileBusy<Value>(_ body: () throws -> Value) throws -> Value {
        for pause in pauses {
            do { return try body() } catch let error as SQLiteError where error.code.primary == .busy {
                usleep(UInt32(pause / .microseconds(1)))
            }
        }
        return try body()
    }
}
