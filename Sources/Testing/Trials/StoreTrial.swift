public import FanfareCore

/// Puts a store through random operations, the same ones for the same seed.
///
/// It finds what nobody thought of: a store that answers otherwise than the memory store, or breaks what always
/// holds. A ``TrialFailure`` names the seed, the step and the operation, and the same seed fails again.
///
/// ```swift
/// @Test(arguments: 1...20 as ClosedRange<UInt64>)
/// func `the store does as the memory store does`(seed: UInt64) async throws {
///     let clock = ManualClock()
///     try await StoreTrial(seed: seed).compare(MyStore(clock: clock), with: MemoryStore(clock: clock), clock: clock)
/// }
/// ```
public struct StoreTrial: Sendable {
    /// Chooses the operations.
    public let seed: UInt64
    /// How many operations there are.
    public let steps: Int

    /// Describes a trial.
    public init(seed: UInt64, steps: Int = 200) {
        self.seed = seed
        self.steps = steps
    }

    /// Does the same with two stores, and compares every answer and everything that can be seen after each step.
    ///
    /// - Parameters:
    ///   - store: The store under test; it holds nothing and runs on `clock`.
    ///   - oracle: A store that is known to be right; it holds nothing and runs on `clock`.
    ///   - clock: The time of both.
    /// - Throws: ``TrialFailure`` at the first difference.
    public func compare(_ store: some Store, with oracle: some Store, clock: ManualClock) async throws {
        var subject = StoreSession(store)
        var reference = StoreSession(oracle)
        try await run(on: clock) { operation in
            let expected = try await reference.perform(operation)
            try require(await subject.perform(operation), is: expected, "the answer")
            let snapshot = try await reference.snapshot()
            let found = try await subject.snapshot()
            try same(found.deliveries, as: snapshot.deliveries, "delivery")
            try same(found.devices, as: snapshot.devices, "device")
            try require(found.statistics, is: snapshot.statistics, "the statistics")
            return (expected, snapshot)
        }
    }

    /// Checks after each step what must hold of every store: nothing vanishes, one worker holds a delivery, an end
    /// is the end, tokens grow. Finally everything is worked off, and must end.
    ///
    /// - Parameters:
    ///   - store: The store; it holds nothing and runs on `clock`.
    ///   - clock: The time.
    /// - Throws: ``TrialFailure`` when something does not hold.
    public func checkInvariants(of store: some Store, clock: ManualClock) async throws {
        var session = StoreSession(store)
        var invariants = StoreInvariants()
        try await run(on: clock) { operation in
            let answer = try await session.perform(operation)
            let snapshot = try await session.snapshot()
            try invariants.check(operation, answer, snapshot, at: clock.now)
            return (answer, snapshot)
        }
        try await requireEnd(of: store, on: clock)
    }

    func run(
        on clock: ManualClock,
        _ perform: (StoreOperation) async throws -> (StoreAnswer, StoreSnapshot)
    ) async throws {
        var workload = StoreWorkload(seed: seed, clock: clock)
        for step in 1...max(1, steps) {
            let operation = try workload.next()
            if case .advance(let duration) = operation { clock.advance(by: duration) }
            do {
                let (answer, snapshot) = try await perform(operation)
                workload.note(answer, to: operation, snapshot)
            } catch {
                throw TrialFailure(seed: seed, step: step, operation: "\(operation)", underlying: error)
            }
        }
    }

    /// Works everything off, and requires that each delivery ends.
    private func requireEnd(of store: some Store, on clock: ManualClock) async throws {
        for _ in 0..<100 {
            let channels = try await store.statistics().channels.keys
            if channels.isEmpty { return }
            for channel in channels {
                let claims = try await store.claim(upTo: 100, on: channel, for: .seconds(60))
                _ = try await store.settle(claims.map { Settlement($0.lease, .sent(providerID: nil)) })
            }
            clock.advance(by: .seconds(60))
        }
        let error = ContractViolation("deliveries are left that never end", file: #fileID, line: #line)
        throw TrialFailure(seed: seed, step: steps + 1, operation: "working off what is left", underlying: error)
    }

    /// Requires two lists to be equal, and names the first element that is not.
    func same<Element: Equatable>(
        _ found: [Element],
        as expected: [Element],
        _ what: String
    ) throws(ContractViolation) {
        for (number, (found, expected)) in zip(found, expected).enumerated() {
            guard found != expected else { continue }
            // Devices describe themselves in a few words; what differs may be none of them.
            throw ContractViolation("\(what) \(number): \(difference(found, expected))", file: #fileID, line: #line)
        }
        try require(found.count, is: expected.count, "the number of entries (\(what))")
    }

    private func difference<Element>(_ found: Element, _ expected: Element) -> String {
        guard let found = found as? Device, let expected = expected as? Device else {
            return "\(found) instead of \(expected)"
        }
        return "\(Fields(found)) instead of \(Fields(expected))"
    }
}

/// A device in full: in a trial nothing of it is private.
private struct Fields {
    let texts: [String?]

    init(_ device: Device) {
        texts = [
            "\(device.id)", device.platform.rawValue, device.appID, device.token, device.environment?.rawValue,
            device.deviceKey, device.user?.rawValue, device.authorized.map { "\($0)" }, device.locale,
            "registered \(device.registeredAt.microsecondsSinceEpoch)", device.invalidReason,
            device.invalidatedAt.map { "set aside \($0.microsecondsSinceEpoch)" },
            "created \(device.createdAt.microsecondsSinceEpoch)",
        ]
    }
}
