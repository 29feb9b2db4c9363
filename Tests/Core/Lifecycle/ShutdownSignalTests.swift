import FanfareCore
import Testing

@Suite(.timeLimit(.minutes(1))) struct ShutdownSignalTests {
    @Test func `a signal wakes all who wait, once and for good`() async {
        let signal = ShutdownSignal()
        #expect(!signal.isTriggered)
        await withDiscardingTaskGroup { group in
            for _ in 0..<10 { group.addTask { await signal.wait() } }
            group.addTask { signal.trigger() }
        }
        signal.trigger()
        #expect(signal.isTriggered)
        await signal.wait()
    }

    @Test func `a cancelled task does not wait for it`() async {
        let signal = ShutdownSignal()
        let task = Task { await signal.wait() }
        task.cancel()
        await task.value
        #expect(!signal.isTriggered)
    }
}
