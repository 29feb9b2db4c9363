public import FanfareCore

extension StoreTransferContract {
    /// Checks that a store fulfils this requirement.
    ///
    /// - Parameters:
    ///   - store: A store that holds nothing, and nobody else uses.
    ///   - clock: The clock the store runs on.
    /// - Throws: ``ContractViolation`` if it does not, or the store's own error.
    public func verify(_ store: some Store, clock: ManualClock) async throws {
        let bench = StoreBench(store, clock: clock)
        switch self {
        case .readsUnsettled: try await bench.readsUnsettled()
        case .readsInPages: try await bench.readsInPages()
        case .readsHeldAsLapsed: try await bench.readsHeldAsLapsed()
        case .readsLivingKeys: try await bench.readsLivingKeys()
        case .restoresDevices: try await bench.restoresDevices()
        case .keepsKnownDevices: try await bench.keepsKnownDevices()
        case .keepsOtherApps: try await bench.keepsOtherApps()
        case .restoresNotifications: try await bench.restoresNotifications()
        case .restoredIsClaimed: try await bench.restoredIsClaimed()
        case .restoredKeepsOrder: try await bench.restoredKeepsOrder()
        case .restoredIsFenced: try await bench.restoredIsFenced()
        case .restoredIsHastened: try await bench.restoredIsHastened()
        case .keepsKnownNotifications: try await bench.keepsKnownNotifications()
        case .restoresWholeOrNothing: try await bench.restoresWholeOrNothing()
        case .restoringWakes: try await bench.restoringWakes()
        case .restoresKeys: try await bench.restoresKeys()
        case .keepsKnownKeys: try await bench.keepsKnownKeys()
        case .readsEvents: try await bench.readsEvents()
        case .restoresEvents: try await bench.restoresEvents()
        }
    }
}
