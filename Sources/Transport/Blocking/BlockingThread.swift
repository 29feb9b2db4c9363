/// One thread that may block, and the resource that only this thread touches.
///
/// Calls that block (SQLite, libpq, name resolution) must not run on Swift's cooperative threads, of which there are
/// as few as cores. A blocking thread runs them one after the other, in the order of submission, and hands the results
/// to its asynchronous callers.
///
/// The resource (a database handle, say) need not be `Sendable`: it is made on the thread, lives in a local variable of
/// the thread's own function and is released there. Jobs borrow it; as they are `@Sendable` and return `Sendable`
/// values, the compiler sees to it that they cannot keep it or carry it elsewhere.
///
/// **Bounds.** At most `capacity` jobs are held, those being run included; one more is refused at once with
/// ``BlockingThreadError/Code/full``. Cancelling a caller does not withdraw its job: what was handed over is run.
package final class BlockingThread<Resource: ~Copyable>: Sendable {
    private let queue: JobQueue<Resource>
    private let resource: @Sendable () throws -> Resource
    private let afterBatch: @Sendable (inout Resource) -> Void

    /// Describes the thread; `start()` makes it.
    ///
    /// - Parameters:
    ///   - name: What errors call the thread.
    ///   - capacity: How many jobs may be held at once.
    ///   - resource: Makes the resource, on the thread.
    ///   - afterBatch: Called on the thread each time it has run every job that was waiting when it last looked: the
    ///     place to finish what is cheaper done once for many jobs.
    package init(
        name: String,
        capacity: Int = 16_384,
        resource: @escaping @Sendable () throws -> Resource,
        afterBatch: @escaping @Sendable (inout Resource) -> Void = { _ in }
    ) {
        self.queue = JobQueue(name: name, capacity: capacity)
        self.resource = resource
        self.afterBatch = afterBatch
    }

    /// A thread nobody stopped ends after the jobs it has.
    deinit {
        queue.close()
        queue.takeThread()?.detach()
    }

    /// The number of jobs waiting or being run.
    package var load: Int { queue.load }

    /// Starts the thread and makes the resource; jobs are taken from then on.
    ///
    /// - Throws: What making the resource threw, or a ``BlockingThreadError``. The thread has then ended for good.
    package func start() async throws {
        do {
            try await withCheckedThrowingContinuation { (started: CheckedContinuation<Void, any Error>) in
                do {
                    try queue.launch { [queue, resource, afterBatch] in
                        Self.serve(queue, resource, afterBatch, started)
                        queue.end()
                    }
                } catch {
                    started.resume(throwing: error)
                }
            }
        } catch let error as BlockingThreadError where error.code == .alreadyStarted {
            throw error
        } catch {
            await stop()
            throw error
        }
    }

    /// Hands a job over without waiting for it.
    ///
    /// - Throws: ``BlockingThreadError`` when the thread does not take it; the job is then never run.
    package func submit(_ job: @escaping @Sendable (inout Resource) -> Void) throws(BlockingThreadError) {
        try queue.submit(job)
    }

    /// Runs `body` on the thread and returns what it returns.
    ///
    /// - Throws: What `body` threw, or ``BlockingThreadError`` when it was not run.
    package func run<Value: Sendable>(
        _ body: @escaping @Sendable (inout Resource) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try queue.submit { resource in
                    do { continuation.resume(returning: try body(&resource)) } catch {
                        continuation.resume(throwing: error)
                    }
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Takes no more jobs, runs those it has, releases the resource on the thread and ends it.
    ///
    /// Returns when all of that is done, to every caller; stopping a thread that was never started is fine.
    package func stop() async {
        queue.close()
        await queue.ended()
        // The thread has only to return, so this waits for microseconds, not for a job.
        queue.takeThread()?.join()
    }

    /// The life of the thread. The resource is a local variable: it is gone when this returns.
    private static func serve(
        _ queue: JobQueue<Resource>,
        _ make: () throws -> Resource,
        _ afterBatch: (inout Resource) -> Void,
        _ started: CheckedContinuation<Void, any Error>
    ) {
        var resource: Resource
        do { resource = try make() } catch {
            queue.close()
            started.resume(throwing: error)
            return
        }
        queue.open()
        started.resume()
        var finished = 0
        while let batch = queue.next(finished: finished) {
            for job in batch { job(&resource) }
            afterBatch(&resource)
            finished = batch.count
        }
    }
}

extension BlockingThread where Resource == Void {
    /// A thread without a resource, for calls that only block.
    package convenience init(name: String, capacity: Int = 16_384) {
        self.init(name: name, capacity: capacity, resource: {})
    }
}
