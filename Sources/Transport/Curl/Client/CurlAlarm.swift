internal import CCurl
internal import Synchronization

/// Wakes a thread that waits for the network when there is a job for it.
///
/// It is safe to share: both variables are touched under the lock only. The pointer serves for `curl_multi_wakeup`, which may
/// be called from any thread as long as the handle exists; `detach` comes before the handle goes.
@safe final class CurlAlarm: @unchecked Sendable {
    private let lock = Mutex(())
    private var multi: UnsafeMutableRawPointer?
    /// Jobs handed over and not begun; for a moment -1 when one begins before it is counted.
    private var jobs = 0

    /// Whether jobs wait.
    var isSet: Bool { lock.withLock { _ in jobs > 0 } }

    /// There is one more job, which the thread will find.
    func jobWaits() {
        lock.withLock { _ in
            jobs += 1
            if let multi = unsafe multi { unsafe _ = curl_multi_wakeup(multi) }
        }
    }

    /// A job is being run.
    func jobBegins() { lock.withLock { _ in jobs -= 1 } }

    /// Names the handle the thread waits with.
    func attach(_ multi: UnsafeMutableRawPointer) { lock.withLock { _ in unsafe self.multi = multi } }

    /// The handle goes.
    func detach() { lock.withLock { _ in unsafe multi = nil } }
}
