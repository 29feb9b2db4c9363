internal import CCurl
internal import Synchronization

/// How many sockets of a client are open.
final class SocketCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    /// Counts the sockets of a handle's connections, which may outlive the handle; this must outlive both.
    func observe(_ handle: UnsafeMutableRawPointer) {
        unsafe fanfare_curl_set_sockets(
            handle,
            { context, _, _ in
                if let context = unsafe context { unsafe SocketCount.from(context).count.add(1, ordering: .relaxed) }
                return CURL_SOCKOPT_OK
            },
            { context, socket in
                if let context = unsafe context {
                    unsafe SocketCount.from(context).count.subtract(1, ordering: .relaxed)
                }
                return fanfare_curl_close(socket)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> SocketCount {
        unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
    }
}
