#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// One call of `poll(2)` after the other, with buffers that are used again.
struct Poller {
    private let pipe: WakePipe
    /// The wake-up pipe, and then the sockets of the members that have one.
    private var entries: [pollfd]
    /// Whose sockets they are, without the pipe.
    private var owners: [any LoopMember] = []
    /// Those that wait for a time.
    private var timed: [(member: any LoopMember, deadline: ContinuousClock.Instant)] = []

    init(_ pipe: WakePipe) {
        self.pipe = pipe
        entries = [pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0)]
    }

    /// Asks the members what they wait for.
    mutating func prepare(_ members: LoopMembers) {
        entries.removeLast(entries.count - 1)
        owners.removeAll(keepingCapacity: true)
        timed.removeAll(keepingCapacity: true)
        for member in members.all {
            if let deadline = member.deadline { timed.append((member, deadline)) }
            guard let socket = member.watched else { continue }
            let events = (socket.forReading ? POLLIN : 0) | (socket.forWriting ? POLLOUT : 0)
            entries.append(pollfd(fd: socket.descriptor, events: Int16(events), revents: 0))
            owners.append(member)
        }
    }

    /// Waits until something is ready or the first deadline has come.
    mutating func wait(mayBlock: Bool, since now: ContinuousClock.Instant) {
        var limit: Int32 = mayBlock ? -1 : 0
        if mayBlock, let first = timed.lazy.map(\.deadline).min() { limit = Self.milliseconds(from: now, to: first) }
        for index in entries.indices { entries[index].revents = 0 }
        unsafe _ = poll(&entries, nfds_t(entries.count), limit)
        if entries[0].revents != 0 { pipe.clear() }
    }

    /// Wakes the members that are ready or whose deadline has come.
    func wakeReady(at now: ContinuousClock.Instant) {
        for (index, owner) in owners.enumerated() {
            let events = Int32(entries[index + 1].revents)
            guard events != 0 else { continue }
            var readiness: Readiness = []
            // A socket that failed says so to whoever reads or writes.
            if events & ~Int32(POLLOUT) != 0 { readiness.insert(.readable) }
            if events & ~Int32(POLLIN) != 0 { readiness.insert(.writable) }
            owner.wake(readiness, at: now)
        }
        for (member, deadline) in timed where deadline <= now { member.wake([], at: now) }
    }

    /// Rounded up, so that a deadline has come when the wait is over.
    private static func milliseconds(from now: ContinuousClock.Instant, to deadline: ContinuousClock.Instant) -> Int32 {
        let (seconds, attoseconds) = max(now.duration(to: deadline), .zero).components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return Int32(seconds) * 1_000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
