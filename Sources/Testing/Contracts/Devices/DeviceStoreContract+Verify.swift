public import FanfareCore

extension DeviceStoreContract {
    /// Checks that a store fulfils this requirement.
    ///
    /// - Parameters:
    ///   - store: A store that holds nothing, and nobody else uses.
    ///   - clock: The clock the store runs on.
    /// - Throws: ``ContractViolation`` if it does not, or the store's own error.
    public func verify(_ store: some Store, clock: ManualClock) async throws {
        let bench = StoreBench(store, clock: clock)
        switch self {
        case .registersDevices: try await bench.registersDevices()
        case .resyncChangesNothing: try await bench.resyncChangesNothing()
        case .tellsChanges: try await bench.tellsChanges()
        case .updatesFields: try await bench.updatesFields()
        case .registersInOrder: try await bench.registersInOrder()
        case .registersAtOnce: try await bench.registersAtOnce()
        case .movesBetweenUsers: try await bench.movesBetweenUsers()
        case .signsOut: try await bench.signsOut()
        case .replacesTokens: try await bench.replacesTokens()
        case .forgetsOldEnvironments: try await bench.forgetsOldEnvironments()
        case .mergesDevices: try await bench.mergesDevices()
        case .keepsAppsApart: try await bench.keepsAppsApart()
        case .setsAside: try await bench.setsAside()
        case .sparesLivingDevices: try await bench.sparesLivingDevices()
        case .registeringRevives: try await bench.registeringRevives()
        case .removesDevices: try await bench.removesDevices()
        case .removesOwnOnly: try await bench.removesOwnOnly()
        case .findsByUsers: try await bench.findsByUsers()
        case .listsInPages: try await bench.listsInPages()
        }
    }
}
