import Testing

@testable import FanfareHTTP2

@Suite struct DistributionTests {
    private let need = DialNeed(waiting: 1, usable: 0, most: 2, isDialling: false, isSettling: false)

    @Test
    func `a request that finds no room makes a connection needed`() {
        #expect(need.isPresent)
    }

    @Test
    func `none is needed without a request, above the most, beside a dial, or before one that will have room`() {
        func with(_ change: (inout DialNeed) -> Void) -> DialNeed {
            var need = need
            change(&need)
            return need
        }
        #expect(!with { $0.waiting = 0 }.isPresent)
        #expect(!with { $0.usable = 2 }.isPresent)
        #expect(!with { $0.isDialling = true }.isPresent)
        #expect(!with { $0.isSettling = true }.isPresent)
        #expect(with { $0.usable = 1 }.isPresent)
    }

    @Test
    func `requests are spread over the connections with room`() {
        var choice = ConnectionChoice([(room: 3, open: 0), (room: 2, open: 0), (room: 0, open: 0)])
        #expect((0..<6).map { _ in choice.next() } == [0, 1, 0, 1, 0, nil])
    }

    @Test
    func `the connection with fewer open streams comes first`() {
        var choice = ConnectionChoice([(room: 5, open: 3), (room: 5, open: 1)])
        #expect((0..<4).map { _ in choice.next() } == [1, 1, 0, 1])
    }

    @Test
    func `a connection that turns out full is asked no more, and a request that goes nowhere takes no room`() {
        var choice = ConnectionChoice([(room: 1, open: 0), (room: 1, open: 5)])
        #expect(choice.next() == 0)
        choice.putBack(0)
        #expect(choice.next() == 0)
        choice.putBack(0)
        choice.exclude(0)
        #expect(choice.next() == 1)
        #expect(choice.next() == nil)
    }

    @Test
    func `a queue keeps its order through all that is done to it`() {
        var queue = Queue<Int>()
        for number in 1...500 { queue.append(number) }
        for number in 1...300 { #expect(queue.popFirst() == number) }
        queue.prepend([-2, -1])
        #expect(queue.count == 202)
        #expect(queue.remove { $0 % 2 == 0 } == [-2] + stride(from: 302, through: 500, by: 2))
        #expect(queue.first == -1)
        var rest: [Int] = []
        while let next = queue.popFirst() { rest.append(next) }
        #expect(rest == [-1] + stride(from: 301, through: 499, by: 2))
        #expect(queue.isEmpty && queue.first == nil)
    }
}
