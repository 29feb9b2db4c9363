import FanfareHTTP2
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EventLoopTests {
    @Test
    func `jobs run in the order of posting, all on the loop's thread`() async throws {
        let loop = try EventLoop { _ in Resident() }
        let numbers = await withCheckedContinuation { continuation in
            for number in 1...1000 { loop.post { $0.numbers.append(number) } }
            loop.post { continuation.resume(returning: $0.numbers) }
        }
        #expect(numbers == Array(1...1000))
        await loop.stop()
    }

    @Test
    func `stopping runs what was posted, and takes nothing after it`() async throws {
        let count = Count()
        let loop = try EventLoop { _ in Resident() }
        for _ in 1...100 { loop.post { _ in count.add() } }
        await loop.stop()
        #expect(count.value == 100)
        #expect(!loop.post { _ in count.add() })
        await loop.stop()
        #expect(count.value == 100)
    }

    @Test
    func `a member is woken at its deadline and not before`() async throws {
        let loop = try EventLoop { Resident(members: $0) }
        let start = ContinuousClock.now
        let woken = await withCheckedContinuation { continuation in
            loop.post { resident in
                let alarm = Alarm(at: start + .milliseconds(30)) { continuation.resume(returning: $0) }
                resident.members?.add(alarm)
            }
        }
        #expect(woken >= start + .milliseconds(30))
        await loop.stop()
    }

    @Test
    func `a loop that is let go ends and releases its resident`() async throws {
        await withCheckedContinuation { continuation in
            do {
                let loop = try EventLoop { _ in
                    let resident = Resident()
                    resident.atEnd = { continuation.resume() }
                    return resident
                }
                loop.post { $0.numbers.append(1) }
            } catch { Issue.record(error) }
        }
    }

    private final class Resident {
        let members: LoopMembers?
        var numbers: [Int] = []
        var atEnd: () -> Void = {}

        init(members: LoopMembers? = nil) { self.members = members }

        deinit { atEnd() }
    }

    private final class Alarm: LoopMember {
        var deadline: ContinuousClock.Instant?
        private let ring: (ContinuousClock.Instant) -> Void

        init(at deadline: ContinuousClock.Instant, _ ring: @escaping (ContinuousClock.Instant) -> Void) {
            self.deadline = deadline
            self.ring = ring
        }

        var watched: WatchedSocket? { nil }
        func finishTurn(at now: ContinuousClock.Instant) {}

        func wake(_ readiness: Readiness, at now: ContinuousClock.Instant) {
            deadline = nil
            ring(now)
        }
    }

    private final class Count: Sendable {
        private let number = Atomic(0)
        var value: Int { number.load(ordering: .relaxed) }
        func add() { number.add(1, ordering: .relaxed) }
    }
}
