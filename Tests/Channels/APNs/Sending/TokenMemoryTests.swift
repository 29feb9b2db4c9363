import FanfareCore
import Testing

@testable import FanfareAPNs

struct TokenMemoryTests {
    private let memory = TokenMemory()
    private let start = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)

    private func time(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    @Test func `a token that gets too much pauses, longer each time, until one is accepted`() {
        #expect(memory.slowDown("a", atLeast: nil, at: time(0)) == .seconds(5))
        #expect(memory.pause(of: "a", at: time(1)) == .seconds(4))
        #expect(memory.pause(of: "b", at: time(1)) == nil)
        #expect(memory.pause(of: "a", at: time(5)) == nil)
        #expect(memory.slowDown("a", atLeast: nil, at: time(5)) == .seconds(10))
        #expect(memory.slowDown("a", atLeast: nil, at: time(6)) == .seconds(10))
        #expect(memory.slowDown("a", atLeast: .seconds(60), at: time(7)) == .seconds(60))
        for minute in 1..<9 { _ = memory.slowDown("a", atLeast: nil, at: time(minute * 1000)) }
        #expect(memory.slowDown("a", atLeast: nil, at: time(20_000)) == TokenMemory.longestPause)
        memory.accepted("a", environment: nil)
        #expect(memory.slowDown("a", atLeast: nil, at: time(30_000)) == .seconds(5))
    }

    @Test func `a clock that is set back prolongs no pause`() {
        _ = memory.slowDown("a", atLeast: nil, at: time(7200))
        #expect(memory.pause(of: "a", at: time(0)) == .seconds(5))
    }

    @Test func `memory is bounded, and the latest is kept`() {
        for number in 0..<50_000 {
            memory.accepted("\(number)", environment: .sandbox)
            _ = memory.slowDown("\(number)", atLeast: nil, at: start)
        }
        let known = (0..<50_000).filter { memory.environment(of: "\($0)") != nil }
        #expect(known.count <= TokenMemory.capacity)
        #expect(known.last == 49_999)
        #expect((0..<50_000).filter { memory.pause(of: "\($0)", at: start) != nil }.count <= TokenMemory.capacity)
    }
}
