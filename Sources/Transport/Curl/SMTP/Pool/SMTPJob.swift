/// Something to be done at a mail server, and who waits for it.
struct SMTPJob {
    /// What is to be done.
    enum Task {
        /// A mail is sent.
        case mail(SMTPTransaction)
        /// A connection is opened, logged in and closed.
        case check
    }

    let ticket: UInt64
    let task: Task
    /// Whether it must have a new connection.
    var isForNewConnection: Bool
    /// Until when it may wait for its turn.
    var waitDeadline: ContinuousClock.Instant
    let report: @Sendable (Result<SMTPReply, any Error>) -> Void
}
