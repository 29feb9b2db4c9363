import FanfareCore
import Testing

@Suite(.timeLimit(.minutes(1))) struct WatchedTests {
    @Test func `waiting ends when the condition holds, and not before`() async {
        let number = Watched(0)
        let order = Watched<[Int]>([])
        await withTaskGroup { group in
            for target in [3, 1, 2] {
                group.addTask {
                    await number.wait { $0 >= target }
                    order.update { $0.append(target) }
                }
            }
            for target in 1...3 {
                number.update { $0 += 1 }
                await order.wait { $0.count == target }
                #expect(order.value == Array(1...target))
            }
        }
    }

    @Test func `a condition that holds already does not wait`() async {
        await Watched(1).wait { $0 == 1 }
    }

    @Test func `an update returns what it computes`() {
        let number = Watched(1)
        let doubled = number.update { value in
            value *= 2
            return value
        }
        #expect(doubled == 2)
        #expect(number.value == 2)
        #expect(number.read { $0 + 1 } == 3)
    }

    @Test func `cancellation ends waiting`() async {
        let never = Watched(false)
        let task = Task { await never.wait { $0 } }
        task.cancel()
        await task.value
    }

    @Test func `many waiters and many updates leave nobody behind`() async {
        let number = Watched(0)
        await withDiscardingTaskGroup { group in
            for target in 1...500 { group.addTask { await number.wait { $0 >= target } } }
            for _ in 1...500 { group.addTask { number.update { $0 += 1 } } }
        }
        #expect(number.value == 500)
    }
}
