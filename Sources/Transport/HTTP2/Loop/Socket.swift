#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A socket that does not block and is closed when it is let go.
package final class Socket {
    /// Its number.
    package let descriptor: Int32

    /// Takes a descriptor over: it will not block, not be inherited by other programs, not raise SIGPIPE, and not hold
    /// small writes back.
    package init(adopting descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        set(Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
            set(SOL_SOCKET, SO_NOSIGPIPE)
        #endif
    }

    deinit { close(descriptor) }

    /// What became of a connection that was being opened: an error's code, or 0.
    package func connectError() -> Int32 {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        return code
    }

    /// Tells the peer that nothing more will come.
    package func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// The flag of `send` that keeps it from raising SIGPIPE.
    package static var noSignal: Int32 {
        #if canImport(Darwin)
            0
        #else
            Int32(MSG_NOSIGNAL)
        #endif
    }

    /// What the system calls an error.
    package static func text(of code: Int32) -> String {
        // strerror may be used by several threads: glibc, musl and Darwin give a thread's own or a constant text.
        unsafe String(cString: strerror(code))
    }

    private func set(_ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        unsafe setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}
