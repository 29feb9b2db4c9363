/// Where devices live.
///
/// `DeviceStoreContract` in FanfareTesting states the requirements as tests.
public protocol DeviceStore: Sendable {
    /// Registers devices, or re-syncs them, in one transaction and in the given order.
    ///
    /// The token is the key: registering one that is known moves it to the new user. A new token for a known
    /// (`appID`, `platform`, `deviceKey`) replaces the token in place, and queued deliveries follow it. Registering
    /// makes a set-aside device valid again.
    ///
    /// - Returns: One result per registration, in order.
    func register(_ registrations: [DeviceRegistration]) async throws -> [RegisteredDevice]

    /// The device of this id; nil if there is none.
    func device(_ id: DeviceID) async throws -> Device?

    /// All devices of these users, set-aside ones included, ordered by id.
    func devices(of users: [RecipientID]) async throws -> [Device]

    /// Lists all devices, the newest first.
    ///
    /// - Parameters:
    ///   - cursor: The last device of the page before; nil for the first page.
    ///   - limit: How many at most.
    func devices(after cursor: DeviceID?, limit: Int) async throws -> [Device]

    /// Deletes a device. Its queued deliveries are skipped when their time comes.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - owner: Delete it only if it is this user's; nil for anybody's.
    /// - Returns: Whether there was such a device.
    func removeDevice(_ id: DeviceID, ownedBy owner: RecipientID?) async throws -> Bool

    /// Sets devices aside, each unless its guard says that it lives again.
    ///
    /// - Returns: Which of the removals applied, in order.
    func setAside(_ removals: [RouteRemoval]) async throws -> [Bool]
}
