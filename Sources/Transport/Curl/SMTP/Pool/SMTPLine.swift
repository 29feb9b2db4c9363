/// The sessions with one server, and the jobs that wait for one.
final class SMTPLine {
    let server: SMTPServer
    var sessions: [SMTPSession] = []
    private var waiting: ArraySlice<SMTPJob> = []

    init(_ server: SMTPServer) { self.server = server }

    /// Whether there is nothing left.
    var isEmpty: Bool { sessions.isEmpty && waiting.isEmpty }
    /// The next job.
    var next: SMTPJob? { waiting.first }

    func append(_ job: SMTPJob) { waiting.append(job) }

    func takeNext() -> SMTPJob? { waiting.popFirst() }

    /// Puts a job before all others.
    func takeBack(_ job: SMTPJob) { waiting = [job] + waiting }

    /// Takes a job out that waits.
    func remove(_ ticket: UInt64) -> SMTPJob? {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return waiting.remove(at: index)
    }

    func removeAll() -> [SMTPJob] {
        defer { waiting = [] }
        return Array(waiting)
    }
}
