/// What a Swift task does until it next has to wait, to be run on the thread of a loop.
///
/// It is safe because it is run once, in one of two ways: the job is gone then. The executor is kept by the task.
@safe struct TaskStep: Sendable {
    private let job: UnownedJob
    private let executor: UnownedTaskExecutor

    init(_ job: consuming ExecutorJob, on executor: some TaskExecutor) {
        self.job = UnownedJob(job)
        unsafe self.executor = executor.asUnownedTaskExecutor()
    }

    /// Runs it here.
    func run() { unsafe job.runSynchronously(on: executor) }

    /// Has it run where tasks run otherwise.
    func runElsewhere() { globalConcurrentExecutor.enqueue(job) }
}
