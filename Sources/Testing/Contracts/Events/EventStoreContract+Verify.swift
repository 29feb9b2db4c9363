public import FanfareCore

extension EventStoreContract {
    /// Checks that a store fulfils this requirement.
    ///
    /// - Parameters:
    ///   - store: A store that holds nothing, and nobody else uses.
    ///   - clock: The clock the store runs on.
    /// - Throws: ``ContractViolation`` if it does not, or the store's own error.
    public func verify(_ store: some Store, clock: ManualClock) async throws {
        let bench = StoreBench(store, clock: clock)
        switch self {
        case .numbersEvents: try await bench.numbersEvents()
        case .refusesWhatDoesNotFit: try await bench.refusesWhatDoesNotFit()
        case .announcesEvents: try await bench.announcesEvents()
        case .claimsCarryTheEvent: try await bench.claimsCarryTheEvent()
        case .claimsOldestFirst: try await bench.claimsOldestFirst()
        case .claimsAreExclusive: try await bench.eventClaimsAreExclusive()
        case .heldIsNotClaimed: try await bench.heldIsNotClaimed()
        case .lapsedComesAlone: try await bench.lapsedComesAlone()
        case .concludesWithNotification: try await bench.concludesWithNotification()
        case .concludesWholeOrNothing: try await bench.concludesWholeOrNothing()
        case .concludesOnce: try await bench.concludesOnce()
        case .concludesInOrder: try await bench.concludesInOrder()
        case .lapsedIsRefused: try await bench.lapsedConclusionIsRefused()
        case .replacedIsRefused: try await bench.replacedConclusionIsRefused()
        case .repeatsAreRemoved: try await bench.repeatsAreRemoved()
        case .conflictsStay: try await bench.conflictsStay()
        case .setsAside: try await bench.setsEventsAside()
        case .lostLeasesSetNothingAside: try await bench.lostLeasesSetNothingAside()
        case .listsNewestFirst: try await bench.listsSetAsideEvents()
        case .replays: try await bench.replaysEvents()
        case .replayEndsLeases: try await bench.replayEndsLeases()
        case .discards: try await bench.discardsEvents()
        case .selectsOnlyWhatIsSetAside: try await bench.selectsOnlyWhatIsSetAside()
        case .worksOffMany: try await bench.worksOffManyEvents()
        }
    }
}
