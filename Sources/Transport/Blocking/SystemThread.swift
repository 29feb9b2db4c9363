#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A thread of the operating system. Exactly one of `join` and `detach` is called on it, once.
///
/// It is safe to send: a `pthread_t` is an opaque name for a thread, which the pthread functions take from any thread
/// (on Darwin it is a pointer, which hides that from the compiler).
@safe package struct SystemThread: @unchecked Sendable {
    private let handle: pthread_t

    /// Starts a thread that runs `body`; nil when the system refuses one.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let start = unsafe Unmanaged.passRetained(ThreadStart(body))
        #if canImport(Darwin)
            var handle: pthread_t?
            let code = unsafe pthread_create(&handle, nil, { unsafe run($0) }, start.toOpaque())
            guard code == 0, let handle = unsafe handle else {
                unsafe start.release()
                return nil
            }
            unsafe self.handle = handle
        #else
            var handle = pthread_t()
            guard unsafe pthread_create(&handle, nil, { unsafe run($0) }, start.toOpaque()) == 0 else {
                unsafe start.release()
                return nil
            }
            self.handle = handle
        #endif
    }

    /// Waits until the thread has ended, and frees it.
    package func join() {
        #if canImport(Darwin)
            unsafe pthread_join(handle, nil)
        #else
            pthread_join(handle, nil)
        #endif
    }

    /// Lets the thread free itself when it ends.
    package func detach() {
        #if canImport(Darwin)
            unsafe pthread_detach(handle)
        #else
            pthread_detach(handle)
        #endif
    }
}

/// What a new thread runs; retained by `SystemThread.init`, released by the thread itself.
private final class ThreadStart: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// The first function of every thread; a plain function, so that it is isolated to no actor.
private func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().body()
    return nil
}
