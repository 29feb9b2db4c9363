/// What every store must do so that a host can move to it and away from it, as named cases.
///
/// Run all of them against each store as ``DeliveryQueueContract`` shows; every case wants a fresh one.
/// ``StoreTrial/requireCopy(from:to:clock:)`` adds whole moves of what random operations leave behind.
public enum StoreTransferContract: String, CaseIterable, Sendable, CustomStringConvertible {
    // Reading
    case readsUnsettled = "what has not ended is read in full, what has ended is not"
    case readsInPages = "unsettled notifications are read in pages, ordered by id"
    case readsHeldAsLapsed = "what a worker holds is counted as held, and read as the next claim would find it"
    case readsLivingKeys = "idempotency keys are read in pages until they are forgotten"

    // Devices
    case restoresDevices = "a device is restored with its id and everything about it, set aside or not"
    case keepsKnownDevices = "a device whose id, device key or token is known stays as it is, and is named"
    case keepsOtherApps = "a device key or token of another app or platform stands in nobody's way"

    // Notifications
    case restoresNotifications = "a notification is restored as it was, and read again as it was restored"
    case restoredIsClaimed = "a restored delivery is claimed with everything that is known of it"
    case restoredKeepsOrder = "restored deliveries are claimed in the order of all, at their time"
    case restoredIsFenced = "a restored delivery is held under tokens that grow"
    case restoredIsHastened = "a restored delivery waits for what it waited for"
    case keepsKnownNotifications = "a notification that is known stays as it is, whatever became of it"
    case restoresWholeOrNothing = "a page of notifications is restored whole or not at all"
    case restoringWakes = "restoring announces what can be claimed"

    // Keys
    case restoresKeys = "a restored key answers repeats and refuses others until it is forgotten"
    case keepsKnownKeys = "a key that is remembered stays as it is, a forgotten one makes room"

    // Events
    case readsEvents = "events that wait, are held or are set aside are read in pages, the oldest first"
    case restoresEvents = "a restored event is claimed or listed as set aside, unless one with its key is there"

    /// What the case requires, in a sentence.
    public var description: String { rawValue }
}
