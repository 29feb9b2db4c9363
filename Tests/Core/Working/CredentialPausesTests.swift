import FanfareCore
import Testing

@Suite struct CredentialPausesTests {
    let start = Timestamp(millisecondsSinceEpoch: 1_000_000)
    let key: CredentialID = "shop"

    func time(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    /// Pauses that can be asked inside an expectation.
    final class Subject {
        struct Refusal: Equatable {
            var pause: Duration
            var isNew: Bool
        }

        private var pauses = CredentialPauses()
        var isEmpty: Bool { pauses.isEmpty }
        func admission(to credential: CredentialID, at now: Timestamp) -> CredentialPauses.Admission {
            pauses.admission(to: credential, at: now)
        }
        func refused(_ credential: CredentialID, at now: Timestamp) -> Refusal {
            let (pause, isNew) = pauses.refused(credential, at: now)
            return Refusal(pause: pause, isNew: isNew)
        }
        func accepted(_ credential: CredentialID) -> Bool { pauses.accepted(credential) }
        func undecided(_ credential: CredentialID) { pauses.undecided(credential) }
        func reset() -> [CredentialID] { pauses.reset() }
    }

    /// Paused at time 0 for thirty seconds.
    func paused() -> Subject {
        let pauses = Subject()
        _ = pauses.refused(key, at: start)
        return pauses
    }

    @Test func `a credential nobody refused is free`() {
        let pauses = Subject()
        #expect(pauses.isEmpty)
        #expect(pauses.admission(to: key, at: start) == .go)
        #expect(!pauses.accepted(key))
    }

    @Test func `a refusal pauses for thirty seconds and is new once`() {
        let pauses = Subject()
        #expect(pauses.refused(key, at: start) == Subject.Refusal(pause: .seconds(30), isNew: true))
        #expect(pauses.refused(key, at: time(1)) == Subject.Refusal(pause: .seconds(29), isNew: false))
        #expect(!pauses.isEmpty)
    }

    @Test func `nothing is let through before the pause ends`() {
        let pauses = paused()
        #expect(pauses.admission(to: key, at: start) == .wait(.seconds(30)))
        #expect(pauses.admission(to: key, at: time(29)) == .wait(.seconds(30)))
    }

    @Test func `another credential is not concerned`() {
        let pauses = paused()
        #expect(pauses.admission(to: "other", at: time(1)) == .go)
    }

    @Test func `at the end of a pause one delivery probes and no second`() {
        let pauses = paused()
        #expect(pauses.admission(to: key, at: time(30)) == .go)
        #expect(pauses.admission(to: key, at: time(30)) == .wait(.seconds(30)))
        #expect(pauses.admission(to: key, at: time(300)) == .wait(.seconds(30)))
    }

    @Test func `each refused probe doubles the pause, up to ten minutes`() {
        let pauses = paused()
        var now = time(30)
        var lengths: [Duration] = []
        for _ in 0..<7 {
            #expect(pauses.admission(to: key, at: now) == .go)
            let pause = pauses.refused(key, at: now).pause
            lengths.append(pause)
            #expect(pauses.admission(to: key, at: now.advanced(by: pause - .microseconds(1))) != .go)
            now = now.advanced(by: pause)
        }
        #expect(lengths == [60, 120, 240, 480, 600, 600, 600].map { .seconds($0) })
    }

    @Test func `refusals of what was in flight do not lengthen a pause`() {
        let pauses = paused()
        for second in 1...29 { _ = pauses.refused(key, at: time(second)) }
        #expect(pauses.refused(key, at: time(40)) == Subject.Refusal(pause: .zero, isNew: false))
        #expect(pauses.admission(to: key, at: time(30)) == .go)
    }

    @Test func `an accepted probe ends the pause`() {
        let pauses = paused()
        _ = pauses.admission(to: key, at: time(30))
        #expect(pauses.accepted(key))
        #expect(pauses.isEmpty)
        #expect(pauses.admission(to: key, at: time(30)) == .go)
        #expect(pauses.refused(key, at: time(31)) == Subject.Refusal(pause: .seconds(30), isNew: true))
    }

    @Test func `what was in flight when the pause began does not end it`() {
        let pauses = paused()
        #expect(!pauses.accepted(key))
        #expect(pauses.admission(to: key, at: time(1)) != .go)
    }

    @Test func `a probe that came to nothing is followed by another`() {
        let pauses = paused()
        _ = pauses.admission(to: key, at: time(30))
        pauses.undecided(key)
        #expect(pauses.admission(to: key, at: time(31)) == .go)
    }

    @Test func `reset ends all pauses and names them`() {
        let pauses = paused()
        _ = pauses.refused("other", at: start)
        #expect(Set(pauses.reset()) == [key, "other"])
        #expect(pauses.isEmpty)
        #expect(pauses.reset().isEmpty)
        #expect(pauses.admission(to: key, at: start) == .go)
    }
}
