/// Why a loop cannot start: the system has no more of something.
package enum EventLoopError: Error, Hashable {
    /// The process has as many descriptors as it may have.
    case noDescriptor
    /// The system refused a new thread.
    case noThread
}
