/// What every device store must do, as named cases.
///
/// Run all of them against each store as ``DeliveryQueueContract`` shows; every case wants a fresh one.
public enum DeviceStoreContract: String, CaseIterable, Sendable, CustomStringConvertible {
    // Registering
    case registersDevices = "a new token makes a device with everything that was said about it"
    case resyncChangesNothing = "registering again renews the registration time and says that nothing changed"
    case tellsChanges = "a registration says whether it changed anything"
    case updatesFields = "what is not mentioned stays, what is cleared goes, what is set is taken"
    case registersInOrder = "a batch is registered in order, the same token twice too"
    case registersAtOnce = "registrations of one token at once make one device"

    // Moving
    case movesBetweenUsers = "a token moves to the user who registers it"
    case signsOut = "a device that is signed out stays, and is nobody's"
    case replacesTokens = "a new token for a known device key replaces the old one in place"
    case forgetsOldEnvironments = "what was known about the old token's environment goes with it"
    case mergesDevices = "a device key and a token that two devices hold make one device"
    case keepsAppsApart = "the same token or key of another app or platform is another device"

    // Ending
    case setsAside = "a device is set aside if its guard lets it, once"
    case sparesLivingDevices = "a device that lives again is not set aside"
    case registeringRevives = "registering makes a device that was set aside valid again"
    case removesDevices = "a device is deleted, and its token is free"
    case removesOwnOnly = "a user deletes nobody else's device"

    // Looking up
    case findsByUsers = "the devices of users are found, set-aside ones included, by id"
    case listsInPages = "all devices are listed in pages, the newest first"

    /// What the case requires, in a sentence.
    public var description: String { rawValue }
}
