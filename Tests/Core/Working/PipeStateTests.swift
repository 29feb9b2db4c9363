import Testing

@testable import FanfareCore

/// When a pipe claims, and how much.
@Suite struct PipeStateTests {
    let start = Timestamp(microsecondsSinceEpoch: 0)

    private func claims(_ count: Int) -> [Claim] { (0..<count).map { _ in .sample() } }

    @Test func `one call at a time until a backlog shows, then two, never three`() {
        var state = PipeState()
        #expect(state.mayClaim(25, of: 100))
        #expect(state.expect(upTo: 25, of: 100) == 25)
        #expect(!state.mayClaim(25, of: 100))
        state.found(claims(25), of: 25, .all, since: start)
        #expect(state.expect(upTo: 25, of: 100) == 25)
        #expect(state.mayClaim(25, of: 100))
        #expect(state.expect(upTo: 25, of: 100) == 25)
        #expect(!state.mayClaim(1, of: 100))
        state.found(claims(3), of: 25, .some, since: start)
        #expect(!state.mayClaim(1, of: 100))
    }

    @Test func `what is held and what may come never exceed the capacity`() {
        var state = PipeState()
        #expect(state.expect(upTo: 64, of: 100) == 64)
        state.found(claims(64), of: 64, .all, since: start)
        #expect(state.expect(upTo: 64, of: 100) == 36)
        #expect(!state.mayClaim(1, of: 100))
        state.found(claims(6), of: 36, .some, since: start)
        #expect(state.held.count == 70)
        #expect(state.mayClaim(30, of: 100))
        #expect(!state.mayClaim(31, of: 100))
    }

    @Test func `a find of nothing is answered by one pause`() {
        var state = PipeState()
        _ = state.expect(upTo: 10, of: 10)
        state.found([], of: 10, .nothing(seen: 7), since: start)
        #expect(state.takeFind() == .nothing(seen: 7))
        #expect(state.takeFind() == .some)
    }

    @Test func `it is not idle while a claim is under way, or while something is held`() {
        var state = PipeState()
        #expect(state.isIdle)
        _ = state.expect(upTo: 10, of: 10)
        #expect(!state.isIdle)
        state.found(claims(1), of: 10, .some, since: start)
        #expect(!state.isIdle)
    }
}
