#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// State behind a lock, on which one thread may wait for a change.
///
/// `Mutex` of Synchronization has no condition variable, and waiting is the point here.
///
/// It is safe to share because `state` and `isAwaited` are touched only between `pthread_mutex_lock` and
/// `pthread_mutex_unlock` of the same mutex, in `withLock` and `wait`; both C objects live at an address of their own
/// from `init` to `deinit`, and `deinit` runs when no thread holds a reference, so that none waits or holds the lock.
@safe final class Monitor<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State
    /// True while a thread waits, so that nobody is woken for nothing.
    private var isAwaited = false

    init(_ state: sending State) {
        self.state = state
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe changed.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Reads or changes the state; a waiting thread looks again afterwards.
    func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            let isAwaited = isAwaited
            unsafe pthread_mutex_unlock(mutex)
            // After unlocking, or the thread would wake only to wait for the lock.
            if isAwaited { unsafe pthread_cond_signal(changed) }
        }
        return try body(&state)
    }

    /// Blocks the calling thread until `body` returns a value; for one thread at a time.
    func wait<Result: Sendable>(for body: (inout State) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            isAwaited = true
            unsafe pthread_cond_wait(changed, mutex)
            isAwaited = false
        }
    }
}
