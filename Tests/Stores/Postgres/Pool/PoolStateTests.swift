import Testing

@testable import FanfarePostgres

struct PoolStateTests {
    private let now = ContinuousClock.now
    private let reason = PostgresError(sqlState: .tooManyConnections, message: "full")

    private func job(_ name: String = "job", after wait: Duration = .seconds(1)) -> PoolJob {
        PoolJob(name, isCancellable: false, deadline: now + wait)
    }

    /// A pool's state, which a test changes and looks at in one expression.
    private final class Trial {
        var state: PoolState
        let now: ContinuousClock.Instant

        init(members: Int, lineLimit: Int = 10, at now: ContinuousClock.Instant) {
            state = PoolState(members: members, lineLimit: lineLimit)
            state.phase = .open
            self.now = now
        }

        /// What became of a job, in a word.
        func place(_ job: PoolJob, ahead: Bool = false) -> String {
            switch state.place(job, ahead: ahead, at: now) {
            case .start(let first, let member): "\(first.name) on \(member)"
            case .waiting: "waits"
            case .refused(let reason): reason.rawValue
            }
        }

        /// The job that a member gets next.
        func release(_ member: Int, isConnected: Bool) -> String? {
            state.release(member, isConnected: isConnected, at: now)?.name
        }

        func expire(after wait: Duration) -> (names: [String], next: ContinuousClock.Instant?) {
            let (jobs, next) = state.expire(at: now + wait)
            return (jobs.map(\.name), next)
        }
    }

    @Test
    func `a job goes to the connection used last, else to a new one`() {
        let pool = Trial(members: 3, at: now)
        #expect(pool.place(job("a")) == "a on 0")
        pool.state.connect(0)
        #expect(pool.place(job("b")) == "b on 1")
        pool.state.connect(1)
        #expect(pool.release(1, isConnected: true) == nil)
        #expect(pool.release(0, isConnected: true) == nil)
        #expect(pool.place(job("c")) == "c on 0")
        #expect(pool.place(job("d")) == "d on 1")
        #expect(pool.place(job("e")) == "e on 2")
        #expect(pool.place(job("f")) == "waits")
    }

    @Test
    func `those who wait are served in order, and no more of them than the limit`() {
        let pool = Trial(members: 1, lineLimit: 2, at: now)
        #expect(pool.place(job("a")) == "a on 0")
        pool.state.connect(0)
        #expect(pool.place(job("b")) == "waits")
        #expect(pool.place(job("c")) == "waits")
        #expect(pool.place(job("d")) == "ZF001")
        #expect(pool.release(0, isConnected: true) == "b")
        #expect(pool.place(job("d")) == "waits")
        #expect(pool.release(0, isConnected: true) == "c")
        #expect(pool.release(0, isConnected: true) == "d")
        #expect(!pool.state.isQuiet)
        #expect(pool.release(0, isConnected: true) == nil)
        #expect(pool.state.isQuiet)
    }

    @Test
    func `a job that found no connection goes ahead of all and waits for those there are`() {
        let pool = Trial(members: 2, at: now)
        let first = job("first")
        #expect(pool.place(job("a")) == "a on 0")
        pool.state.connect(0)
        #expect(pool.place(first) == "first on 1")
        #expect(pool.place(job("later")) == "waits")
        pool.state.backoff.fail(reason, at: now, jitter: 1)
        pool.state.disconnect(1)
        #expect(pool.place(first, ahead: true) == "waits")
        // The one without a connection takes no job: the attempt would fail.
        #expect(pool.release(1, isConnected: false) == nil)
        #expect(pool.release(0, isConnected: true) == "first")
        // Once an attempt may be made, whoever waits longest makes it.
        pool.state.backoff.succeed()
        #expect(pool.place(job("last")) == "later on 1")
        #expect(pool.release(0, isConnected: true) == "last")
    }

    @Test
    func `without any connection jobs learn the reason at once`() {
        let pool = Trial(members: 1, at: now)
        #expect(pool.place(job("a")) == "a on 0")
        #expect(pool.place(job("b")) == "waits")
        pool.state.backoff.fail(reason, at: now, jitter: 1)
        #expect(pool.release(0, isConnected: false) == "b")
    }

    @Test
    func `those whose time is over leave, and the next one's time is told`() {
        let pool = Trial(members: 1, at: now)
        #expect(pool.place(job("a")) == "a on 0")
        for (name, wait) in [("b", 1), ("c", 1), ("d", 3)] {
            #expect(pool.place(job(name, after: .seconds(wait))) == "waits")
        }
        #expect(pool.expire(after: .zero).names.isEmpty)
        let (expired, next) = pool.expire(after: .seconds(2))
        #expect(expired == ["b", "c"])
        #expect(next == now + .seconds(3))
        #expect(pool.expire(after: .seconds(3)).next == nil)
        #expect(pool.state.line.count == 0)
    }

    @Test
    func `a job that leaves makes room`() {
        let pool = Trial(members: 1, lineLimit: 1, at: now)
        let leaving = job("b")
        _ = pool.place(job("a"))
        #expect(pool.place(leaving) == "waits")
        pool.state.leave(leaving)
        #expect(pool.place(job("c")) == "waits")
        #expect(pool.release(0, isConnected: true) == "c")
    }

    @Test
    func `a pool that is not open or closes takes no new jobs`() {
        let pool = Trial(members: 1, at: now)
        pool.state.phase = .new
        #expect(pool.place(job()) == "ZF002")
        pool.state.phase = .closing
        #expect(pool.place(job()) == "ZF002")
    }
}
