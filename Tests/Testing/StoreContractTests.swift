import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

/// The contracts find what they are there to find; that the memory store keeps them is tested with it.
@Suite struct StoreContractTests {
    let clock = ManualClock()

    static let queueBreaches: [(BrokenStore.Breach, DeliveryQueueContract)] = [
        (.fencing, .replacedIsRefused), (.order, .claimsMostUrgentFirst), (.limit, .claimsNoMoreThanAsked),
        (.idempotency, .repeatsGiveFirstReceipts), (.conflict, .otherCallsConflict),
        (.removal, .sparesNewRegistrations), (.removal, .sparesRenewedRegistrations),
        (.learning, .keepsGivenEnvironments), (.learning, .lostLeasesTeachNothing), (.handover, .noticesHandover),
        (.release, .releaseCostsNothing), (.cancellation, .cancelledIsNotRetried),
        (.cancellation, .cancelledIsNotReleased), (.cancellation, .cancelledLapses), (.expiry, .claimsTellExpiry),
        (.attempts, .attemptsAreGivenBack), (.paging, .listsNewestFirst), (.silence, .announcesArrivals),
        (.pruning, .prunesEnded), (.registration, .followsTokens),
    ]

    static let deviceBreaches: [(BrokenStore.Breach, DeviceStoreContract)] = [
        (.registration, .replacesTokens), (.registration, .mergesDevices), (.ownership, .removesOwnOnly),
    ]

    static let eventBreaches: [(BrokenStore.Breach, EventStoreContract)] = [
        (.eventFencing, .replacedIsRefused), (.eventFencing, .lostLeasesSetNothingAside),
        (.eventOrder, .claimsOldestFirst), (.eventCompany, .lapsedComesAlone), (.eventSilence, .announcesEvents),
        (.eventSilence, .replays), (.eventRepeats, .repeatsAreRemoved), (.eventRepeats, .conflictsStay),
        (.eventReplay, .replays),
    ]

    @Test(arguments: queueBreaches)
    func `a queue that breaks its contract is found`(
        _ breach: BrokenStore.Breach,
        by requirement: DeliveryQueueContract
    ) async {
        await #expect(throws: ContractViolation.self) {
            try await requirement.verify(BrokenStore(breach, clock: clock), clock: clock)
        }
    }

    @Test(arguments: deviceBreaches)
    func `a device store that breaks its contract is found`(
        _ breach: BrokenStore.Breach,
        by requirement: DeviceStoreContract
    ) async {
        await #expect(throws: ContractViolation.self) {
            try await requirement.verify(BrokenStore(breach, clock: clock), clock: clock)
        }
    }

    @Test(arguments: eventBreaches)
    func `an event store that breaks its contract is found`(
        _ breach: BrokenStore.Breach,
        by requirement: EventStoreContract
    ) async {
        await #expect(throws: ContractViolation.self) {
            try await requirement.verify(BrokenStore(breach, clock: clock), clock: clock)
        }
    }

    @Test func `every breach is tried`() {
        let tried = Set(Self.queueBreaches.map(\.0) + Self.deviceBreaches.map(\.0) + Self.eventBreaches.map(\.0))
        #expect(tried == Set(BrokenStore.Breach.allCases))
    }

    /// Not everything: a trial looks at answers, and who is woken is none; and it is about deliveries and devices.
    @Test(arguments: Set(BrokenStore.Breach.allCases).subtracting([.silence] + eventBreaches.map(\.0)))
    func `a trial finds every breach that shows`(_ breach: BrokenStore.Breach) async {
        await #expect(throws: TrialFailure.self) {
            for seed in 1...30 as ClosedRange<UInt64> {
                let clock = ManualClock()
                let store = BrokenStore(breach, clock: clock)
                try await StoreTrial(seed: seed).compare(store, with: MemoryStore(clock: clock), clock: clock)
            }
        }
    }
}
