/// Which member of the pool does what, and who waits for one; pure, so that its order can be tested.
struct PoolState {
    enum Phase { case new, open, closing }

    /// What becomes of a job that came.
    enum Placement {
        /// This one, which has waited longest, goes to this member, which is busy from now on.
        case start(PoolJob, Int)
        /// It waits.
        case waiting
        case refused(SQLState)
    }

    var phase = Phase.new
    var backoff = DialBackoff()
    private(set) var line = WaitingLine<PoolJob>()
    /// Free members with a connection, the one used last at the end: a small load keeps few connections warm.
    private(set) var idle: [Int] = []
    /// Free members without a connection.
    private(set) var bare: [Int] = []
    /// Members with a connection, busy or free.
    private(set) var connected: Set<Int> = []
    private var busy = 0
    private let lineLimit: Int

    init(members: Int, lineLimit: Int) {
        self.bare = Array((0..<members).reversed())
        self.lineLimit = lineLimit
    }

    /// Whether nothing runs or waits.
    var isQuiet: Bool { busy == 0 && line.count == 0 }

    /// Puts a job into the line, and gives the first in line a member if one is free.
    ///
    /// - Parameter ahead: Whether it has waited before and goes to the head of the line.
    mutating func place(_ job: PoolJob, ahead: Bool, at now: ContinuousClock.Instant) -> Placement {
        guard phase == .open || ahead else { return .refused(.poolClosed) }
        guard line.count < lineLimit || ahead else { return .refused(.poolBusy) }
        job.place = line.insert(job, ahead: ahead)
        guard let member = idle.popLast() ?? takeBare(at: now) else { return .waiting }
        guard let first = line.removeFirst() else { return .waiting }
        busy += 1
        return .start(first, member)
    }

    /// Takes a member back, or gives it the next job.
    mutating func release(_ member: Int, isConnected: Bool, at now: ContinuousClock.Instant) -> PoolJob? {
        if isConnected { connected.insert(member) } else { connected.remove(member) }
        if isConnected || mayDial(at: now), let job = line.removeFirst() { return job }
        busy -= 1
        if isConnected { idle.append(member) } else { bare.append(member) }
        return nil
    }

    /// Takes a job out of the line.
    mutating func leave(_ job: PoolJob) {
        if let place = job.place { line.remove(place) }
    }

    /// Takes those out of the line whose time is over.
    ///
    /// - Returns: Them, and when to look again; nil when nobody waits.
    mutating func expire(at now: ContinuousClock.Instant) -> (jobs: [PoolJob], next: ContinuousClock.Instant?) {
        var expired: [PoolJob] = []
        while let job = line.head() {
            guard job.deadline <= now else { return (expired, job.deadline) }
            expired.append(job)
            _ = line.removeFirst()
        }
        return (expired, nil)
    }

    /// Notes that a member has a connection.
    mutating func connect(_ member: Int) { connected.insert(member) }

    /// Notes that a member has none.
    mutating func disconnect(_ member: Int) { connected.remove(member) }

    /// While attempts fail, jobs wait for the connections there are. Without any, they learn the reason at once.
    private func mayDial(at now: ContinuousClock.Instant) -> Bool {
        connected.isEmpty || backoff.reason(at: now) == nil
    }

    private mutating func takeBare(at now: ContinuousClock.Instant) -> Int? { mayDial(at: now) ? bare.popLast() : nil }
}
