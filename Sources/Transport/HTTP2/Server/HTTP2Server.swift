internal import Synchronization

/// An HTTP/2 server on the loopback interface, for tests: it does to its clients what it is told, kind or unkind.
///
/// One thread serves all connections. What happens on them is reported to an ``HTTP2ServerBehaviour``, which says what to
/// do next.
package final class HTTP2Server: Sendable {
    /// The port, on 127.0.0.1.
    package let port: UInt16
    private let loop: EventLoop<ServerFloor>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - configuration: Whether TLS is spoken, and the limits.
    ///   - behaviour: Decides what is done.
    /// - Throws: ``HTTP2ServerError``, ``TLSFailure`` or ``EventLoopError``; nothing runs then.
    package init(
        _ configuration: HTTP2ServerConfiguration = HTTP2ServerConfiguration(),
        behaviour: any HTTP2ServerBehaviour
    ) throws {
        let context = try configuration.identity.map { identity throws(TLSFailure) in
            try TLSContext.server(certificates: identity.certificate, key: identity.key)
        }
        let (descriptor, port) = try ServerListener.open()
        self.port = port
        do {
            loop = try EventLoop { members in
                ServerFloor(members, Socket(adopting: descriptor), context, configuration.longestBody, behaviour)
            }
        } catch {
            _ = Socket(adopting: descriptor)
            throw error
        }
    }

    /// Does something on a connection. Nothing happens if there is none of this number any more.
    package func perform(_ actions: [HTTP2ServerAction], on connection: Int) {
        loop.post { $0.perform(actions, on: connection) }
    }

    /// Closes the port and all connections and ends the thread; returns when that is done.
    package func stop() async {
        loop.post { $0.end() }
        await loop.stop()
    }
}
