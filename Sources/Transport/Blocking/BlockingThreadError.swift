/// Why a blocking thread did not take a job or did not start.
package struct BlockingThreadError: Error, Hashable, CustomStringConvertible {
    /// The kind of failure: a word fit for a metric's label.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// The thread has not been started, or it has been stopped: the job was not run and never will be.
        package static let notRunning = Code(rawValue: "not-running")
        /// As many jobs as the thread may hold are waiting: the job was not run, later ones may be.
        package static let full = Code(rawValue: "full")
        /// The thread was started before; a thread is started once.
        package static let alreadyStarted = Code(rawValue: "already-started")
        /// The system refused a new thread.
        package static let refused = Code(rawValue: "refused")
    }

    /// What happened.
    package let code: Code
    /// The name the thread was given.
    package let thread: String

    package var description: String { "thread \(thread): \(code.rawValue)" }
}
