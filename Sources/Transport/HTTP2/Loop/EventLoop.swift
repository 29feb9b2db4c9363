internal import FanfareBlocking
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// One thread that waits for many sockets at once, with `poll(2)`.
///
/// What works with the sockets, the resident, need not be `Sendable`: it is made on the thread, lives there in a local
/// variable and is released there. Other threads reach it with jobs, which are `@Sendable` and borrow it; so the compiler
/// sees to it that nothing of it gets elsewhere.
///
/// A loop that is let go without ``stop()`` ends by itself, once it has run the jobs it has.
package final class EventLoop<Resident>: Sendable {
    private let mailbox: LoopMailbox<Resident>
    private let life: LoopLife

    /// Starts the thread.
    ///
    /// - Parameter resident: Makes the resident, on the thread.
    /// - Throws: ``EventLoopError`` when the system has no more threads or descriptors.
    package init(_ resident: @escaping @Sendable (LoopMembers) -> Resident) throws(EventLoopError) {
        guard let pipe = WakePipe() else { throw .noDescriptor }
        let mailbox = LoopMailbox<Resident>(waking: pipe)
        let life = LoopLife()
        self.mailbox = mailbox
        self.life = life
        let thread = SystemThread {
            run(mailbox, pipe, resident)
            life.end()
        }
        guard let thread else { throw .noThread }
        life.begin(thread)
    }

    deinit {
        mailbox.close()
        life.abandon()
    }

    /// Runs a job on the thread, in the order of posting.
    ///
    /// - Returns: False if the loop has been stopped: the job is never run.
    @discardableResult
    package func post(_ job: @escaping @Sendable (Resident) -> Void) -> Bool { mailbox.post(job) }

    /// Runs a step of a task on the thread; false if the loop has been stopped.
    func post(_ step: TaskStep) -> Bool { mailbox.post(step) }

    /// Takes no more jobs, runs those it has, releases the resident and ends the thread.
    ///
    /// Returns when all of that is done, to every caller.
    package func stop() async {
        mailbox.close()
        await life.ended()
    }
}

/// The life of the thread.
private func run<Resident>(
    _ mailbox: LoopMailbox<Resident>,
    _ pipe: WakePipe,
    _ make: (LoopMembers) -> Resident
) {
    let members = LoopMembers()
    let resident = make(members)
    var poller = Poller(pipe)
    var turnsWithoutPoll = 0
    while let work = mailbox.take() {
        members.now = .now
        for job in work.jobs { job(resident) }
        for step in work.steps { step.run() }
        for member in members.all { member.finishTurn(at: members.now) }
        // What a turn made ready to go on is at hand; asking the sockets once for a few of such turns is often enough.
        if turnsWithoutPoll < 4, mailbox.hasSteps {
            turnsWithoutPoll += 1
            continue
        }
        turnsWithoutPoll = 0
        poller.prepare(members)
        let maySleep = mailbox.fallAsleep()
        poller.wait(mayBlock: maySleep, since: members.now)
        if maySleep { mailbox.wakeUp() }
        members.now = .now
        poller.wakeReady(at: members.now)
    }
}
