import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareMail

struct ServerRotationTests {
    private let start = ManualClock().now
    private func later(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    @Test func `the first server that works is taken`() {
        var rotation = ServerRotation(3, rateLimit: nil)
        #expect(rotation.choose(after: [], at: start) == .server(0))
        #expect(rotation.choose(after: [0], at: start) == .server(1))
        rotation.failed(0, at: start)
        #expect(rotation.choose(after: [], at: start) == .server(1))
        rotation.failed(1, at: start)
        #expect(rotation.choose(after: [], at: start) == .server(2))
        #expect(rotation.choose(after: [2], at: later(2)) == .none(.seconds(3)))
        #expect(rotation.choose(after: [], at: later(5)) == .server(0))
    }

    @Test func `rests grow, and end with a success`() {
        var rotation = ServerRotation(1, rateLimit: nil)
        var now = start
        var rests: [Duration] = []
        for _ in 0..<9 {
            rotation.failed(0, at: now)
            // What was on its way says nothing new.
            rotation.failed(0, at: now.advanced(by: .seconds(1)))
            guard case .none(let rest) = rotation.choose(after: [], at: now) else { break }
            rests.append(rest)
            now = now.advanced(by: rest)
            #expect(rotation.choose(after: [], at: now) == .server(0))
        }
        #expect(rests == [5, 10, 20, 40, 80, 160, 300, 300, 300].map { .seconds($0) })
        rotation.worked(0)
        rotation.failed(0, at: now)
        #expect(rotation.choose(after: [], at: now) == .none(.seconds(5)))
    }

    @Test func `a server that has had its share leaves the rest to the next`() {
        var rotation = ServerRotation(2, rateLimit: 60)
        #expect(rotation.choose(after: [], at: start) == .server(0))
        #expect(rotation.choose(after: [], at: start) == .server(1))
        #expect(rotation.choose(after: [], at: start) == .none(.seconds(1)))
        #expect(rotation.choose(after: [], at: later(1)) == .server(0))
    }

    @Test func `a clock that is set back makes nobody wait for longer than a rest`() {
        var rotation = ServerRotation(1, rateLimit: nil)
        rotation.failed(0, at: later(3600))
        #expect(rotation.choose(after: [], at: start) == .none(.seconds(5)))
    }
}
