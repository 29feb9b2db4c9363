import FanfareBlocking
import Synchronization
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite(.timeLimit(.minutes(1)))
struct BlockingThreadTests {
    /// Not `Sendable`, so it compiles only because it stays on its thread.
    private final class Counter {
        private(set) var count = 0
        private let log: Log

        init(_ log: Log) { self.log = log }

        deinit { log.append("released") }

        func next() -> Int {
            count += 1
            return count
        }
    }

    /// What happened, in order, from whatever thread.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private struct Failure: Error, Equatable {}

    @Test
    func `jobs run one after the other on the thread's own resource`() async throws {
        let thread = BlockingThread(name: "test", resource: { [log = Log()] in Counter(log) })
        try await thread.start()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<500 { group.addTask { try await thread.run { $0.next() } } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(counts == Set(1...500))
        await thread.stop()
    }

    @Test
    func `the resource is made used and released on one thread that is not the caller's`() async throws {
        let thread = BlockingThread(name: "test", resource: { currentThread() })
        try await thread.start()
        let threads = try await thread.run { made in [made, currentThread()] }
        #expect(threads[0] == threads[1])
        #expect(threads[0] != currentThread())
        await thread.stop()
    }

    @Test
    func `what a job throws reaches its caller and harms no other`() async throws {
        let thread = BlockingThread(name: "test")
        try await thread.start()
        await #expect(throws: Failure()) { try await thread.run { _ in throw Failure() } }
        #expect(try await thread.run { _ in 7 } == 7)
        await thread.stop()
    }

    @Test
    func `stopping runs what was submitted and then releases the resource`() async throws {
        let log = Log()
        let gate = Gate()
        let thread = BlockingThread(name: "test", resource: { Counter(log) })
        try await thread.start()
        try thread.submit { _ in gate.wait() }
        for number in 1...100 { try thread.submit { _ in log.append("job \(number)") } }
        async let stopped: Void = thread.stop()
        gate.open()
        await stopped
        #expect(log.all == (1...100).map { "job \($0)" } + ["released"])
    }

    @Test
    func `a thread that is not running takes no job`() async throws {
        let thread = BlockingThread(name: "test")
        let error = try #require(throws: BlockingThreadError.self) { try thread.submit { _ in } }
        #expect(error.code == .notRunning)
        #expect("\(error)" == "thread test: not-running")
        try await thread.start()
        await thread.stop()
        await #expect(throws: error) { try await thread.run { _ in } }
        await thread.stop()
    }

    @Test
    func `a thread is started once`() async throws {
        let thread = BlockingThread(name: "test")
        try await thread.start()
        let error = try await #require(throws: BlockingThreadError.self) { try await thread.start() }
        #expect(error.code == .alreadyStarted)
        #expect(try await thread.run { _ in 1 } == 1)
        await thread.stop()
    }

    @Test
    func `what making the resource throws is thrown by start`() async throws {
        let thread = BlockingThread<Int>(name: "test", resource: { throw Failure() })
        await #expect(throws: Failure()) { try await thread.start() }
        let error = try #require(throws: BlockingThreadError.self) { try thread.submit { _ in } }
        #expect(error.code == .notRunning)
        await thread.stop()
    }

    @Test
    func `one job more than the capacity is refused until there is room`() async throws {
        let gate = Gate()
        let thread = BlockingThread(name: "test", capacity: 2)
        try await thread.start()
        try thread.submit { _ in gate.wait() }
        try thread.submit { _ in }
        #expect(thread.load == 2)
        let error = try #require(throws: BlockingThreadError.self) { try thread.submit { _ in } }
        #expect(error.code == .full)
        gate.open()
        await thread.stop()
        #expect(thread.load == 0)
    }

    @Test
    func `the end of a batch is told after all jobs that waited together`() async throws {
        let log = Log()
        let gate = Gate()
        let thread = BlockingThread(name: "test", resource: {}, afterBatch: { _ in log.append("batch") })
        try await thread.start()
        // The first batch holds the thread while three more jobs gather.
        try thread.submit { _ in
            log.append("first")
            gate.wait()
        }
        gate.waitUntilReached()
        for number in 1...3 { try thread.submit { _ in log.append("job \(number)") } }
        gate.open()
        await thread.stop()
        #expect(log.all == ["first", "batch", "job 1", "job 2", "job 3", "batch"])
    }

    @Test
    func `a thread that nobody stopped ends when it is let go`() async {
        let log = Log()
        await confirmation { released in
            await withCheckedContinuation { continuation in
                Task {
                    let thread = BlockingThread(name: "test", resource: { Release(continuation) })
                    try await thread.start()
                    try await thread.run { _ in log.append("job") }
                }
            }
            released()
        }
        #expect(log.all == ["job"])
    }

    /// Says so when it is released.
    private final class Release {
        private let continuation: CheckedContinuation<Void, Never>

        init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

        deinit { continuation.resume() }
    }
}

/// The calling thread's identity.
private func currentThread() -> UInt {
    #if canImport(Darwin)
        UInt(bitPattern: pthread_self())
    #else
        UInt(pthread_self())
    #endif
}

/// Holds a thread until it is opened; for jobs, which may block.
private final class Gate: Sendable {
    private let isReached = Atomic(false)
    private let isOpen = Atomic(false)

    func open() { isOpen.store(true, ordering: .releasing) }

    func wait() {
        isReached.store(true, ordering: .releasing)
        while !isOpen.load(ordering: .acquiring) { sched_yield() }
    }

    func waitUntilReached() {
        while !isReached.load(ordering: .acquiring) { sched_yield() }
    }
}
