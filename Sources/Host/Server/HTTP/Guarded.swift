#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A value behind a mutex of the system, for state that libmicrohttpd's thread and Swift tasks share.
///
/// Not `Synchronization.Mutex`: with it (Swift 6.3.1, Linux) a server under the load of 256 connections left some of
/// them suspended, and libmicrohttpd aborted the process in `MHD_stop_daemon`; with this lock it did not. The thread
/// sanitizer, too, sees this lock and not that one. Once the cause is known and gone, `Mutex` can replace this type.
///
/// `@unchecked Sendable`: the value is read and written between locking and unlocking only, and the pointer to the
/// mutex never changes from `init` to `deinit`.
@safe final class Guarded<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init(_ value: sending Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` while no other thread does. It must not lock the same value again.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
