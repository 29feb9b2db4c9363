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

    static let transferBreaches: [(BrokenStore.Breach, StoreTransferContract)] = [
        (.transfer, .readsUnsettled), (.uncertainty, .readsHeldAsLapsed), (.newness, .restoresNotifications),
        (.newness, .restoredIsClaimed), (.stealing, .keepsKnownDevices), (.oblivion, .readsLivingKeys),
        (.order, .restoredKeepsOrder), (.fencing, .restoredIsFenced), (.silence, .restoringWakes),
    ]

    @Test(arguments: transferBreaches)
    func `a store that breaks the contract of moving is found`(
        _ breach: BrokenStore.Breach,
        by requirement: StoreTransferContract
    ) async {
        await #expect(throws: ContractViolation.self) {
            try await requirement.verify(BrokenStore(breach, clock: clock), clock: clock)
        }
    }

    @Test(arguments: [BrokenStore.Breach.transfer, .newness])
    func `a trial of moving finds what is lost on the way`(_ breach: BrokenStore.Breach) async {
        await #expect(throws: TrialFailure.self) {
            for seed in 1...9 as ClosedRange<UInt64> {
                let clock = ManualClock()
                let source = BrokenStore(breach, clock: clock)
                let trial = StoreTrial(seed: seed)
                try await trial.fill(source, clock: clock)
                try await trial.requireCopy(from: source, to: BrokenStore(breach, clock: clock), clock: clock)
            }
        }
    }

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
        let tried = Set(Self.queueBreaches.map(\.0)).union(Self.deviceBreaches.map(\.0))
            .union(Self.eventBreaches.map(\.0)).union(Self.transferBreaches.map(\.0))
        #expect(tried == Set(BrokenStore.Breach.allCases))
    }

    /// Not everything: a trial looks at answers, and who is woken is none. Nothing moves in it.
    @Test(arguments: Set(queueBreaches.map(\.0)).union(deviceBreaches.map(\.0)).subtracting([.silence]))
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
