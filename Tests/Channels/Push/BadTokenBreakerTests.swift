import Testing

@testable import FanfarePush

struct BadTokenBreakerTests {
    private var breaker = BadTokenBreaker()

    private mutating func accept(_ count: Int) {
        for _ in 0..<count { breaker.accepted(begunAt: breaker.trips) }
    }

    private mutating func refuse(_ count: Int) -> [BadTokenBreaker.Finding] {
        (0..<count).map { _ in breaker.refused() }
    }

    @Test mutating func `ten refusals are believed, whatever else there was`() {
        expect(refuse(10), Array(repeating: .believable, count: 10))
        expect(refuse(1), [.suspicious])
    }

    @Test mutating func `up to a fifth is believed`() {
        accept(160)
        expect(refuse(40), Array(repeating: .believable, count: 40))
        // The next one takes the place of an acceptance: 41 of 200.
        expect(refuse(1), [.tripped])
    }

    @Test mutating func `more than a fifth of fewer than 200 is suspicious only`() {
        accept(40)
        expect(refuse(12), Array(repeating: .believable, count: 10) + [.suspicious, .suspicious])
        accept(20)
        expect(refuse(1), [.believable])
    }

    @Test mutating func `nothing but refusals trips it at the 200th, with ten devices set aside`() {
        let findings = refuse(400)
        #expect(findings.filter { $0 == .believable }.count == 10)
        #expect(findings.firstIndex(of: .tripped) == 199)
        #expect(findings[199...].allSatisfy { $0 == .tripped })
        #expect(breaker.trips == 1)
    }

    @Test mutating func `what is older than 200 results does not count`() {
        _ = refuse(12)
        accept(188)
        accept(12)
        expect(refuse(40), Array(repeating: .believable, count: 40))
    }

    @Test mutating func `an accepted probe clears it, but not what was under way when it tripped`() {
        let before = breaker.trips
        _ = refuse(200)
        breaker.accepted(begunAt: before)
        expect(refuse(1), [.tripped])
        breaker.accepted(begunAt: breaker.trips)
        expect(refuse(11), Array(repeating: .believable, count: 10) + [.suspicious])
    }
}

// What changes the value it is asked of cannot stand inside the macro.
private func expect(
    _ found: [BadTokenBreaker.Finding],
    _ expected: [BadTokenBreaker.Finding],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(found == expected, sourceLocation: sourceLocation)
}
