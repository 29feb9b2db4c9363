internal import CMicroHTTPD
internal import Dispatch

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Notices clients that go away while their request is being handled.
///
/// libmicrohttpd does not look at a suspended connection. So its socket is put into an epoll set meanwhile, and the set,
/// which is itself a file descriptor, is watched by Dispatch: no thread of its own, and no wake-up unless a client goes.
///
/// `@unchecked Sendable`: both properties are constant. epoll is safe to use from any thread, and so is a dispatch
/// source, which Dispatch on Linux merely does not declare.
final class PeerWatch: @unchecked Sendable {
    private let set: Int32
    private let source: any DispatchSourceRead

    /// - Parameter onDeparture: gets the id of each socket whose peer has closed its side, once.
    /// - Returns: `nil` when the system has no epoll, or no descriptor to spare.
    init?(onDeparture: @escaping @Sendable (UInt64) -> Void) {
        let set = fanfare_watch_create()
        guard set >= 0 else { return nil }
        self.set = set
        source = DispatchSource.makeReadSource(fileDescriptor: set, queue: DispatchQueue(label: "fanfare.http.peers"))
        source.setEventHandler {
            // Room for as many ids as the function writes at most.
            var ids = [UInt64](repeating: 0, count: 16)
            while true {
                let count = unsafe fanfare_watch_next(set, &ids)
                guard count > 0 else { return }
                ids.prefix(Int(count)).forEach(onDeparture)
            }
        }
        source.setCancelHandler { close(set) }
        source.activate()
    }

    deinit {
        source.cancel()
    }

    func add(_ socket: Int32, _ id: UInt64) {
        fanfare_watch_add(set, socket, id)
    }

    func remove(_ socket: Int32) {
        fanfare_watch_remove(set, socket)
    }
}
