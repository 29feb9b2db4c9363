/// The pools of one client, on the loop's thread.
final class ClientResident: LoopMember {
    private let members: LoopMembers
    private var cores: [ObjectIdentifier: PoolCore] = [:]
    private var shutdown: (deadline: ContinuousClock.Instant, finished: () -> Void)?

    init(_ members: LoopMembers) {
        self.members = members
        members.add(self)
    }

    /// The pool's part on the loop, which begins with its first use.
    func core(of setup: PoolSetup) -> PoolCore {
        // The core keeps the setup, so that no other gets the same identifier.
        if let core = cores[ObjectIdentifier(setup)] { return core }
        let core = PoolCore(setup, members)
        cores[ObjectIdentifier(setup)] = core
        members.add(core)
        if let shutdown { core.shutDown(until: shutdown.deadline) }
        return core
    }

    /// Nobody uses the pool any more.
    func forget(_ setup: PoolSetup) {
        guard let core = cores.removeValue(forKey: ObjectIdentifier(setup)) else { return }
        core.shutDown(until: members.now)
        members.remove(core)
    }

    /// Takes nothing new and finishes what is under way, for `limit` at most.
    func shutDown(within limit: Duration, _ finished: @escaping () -> Void) {
        shutdown = (members.now + limit, finished)
        for core in cores.values { core.shutDown(until: members.now + limit) }
    }

    var watched: WatchedSocket? { nil }
    var deadline: ContinuousClock.Instant? { nil }
    func wake(_ readiness: Readiness, at now: ContinuousClock.Instant) {}

    func finishTurn(at now: ContinuousClock.Instant) {
        guard let shutdown, cores.values.allSatisfy(\.isFinished) else { return }
        self.shutdown = nil
        shutdown.finished()
    }
}
