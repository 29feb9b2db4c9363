/// What every event store must do, as named cases.
///
/// Run all of them against each store as ``DeliveryQueueContract`` shows; every case wants a fresh one.
public enum EventStoreContract: String, CaseIterable, Sendable, CustomStringConvertible {
    // Posting
    case numbersEvents = "events are numbered in the order in which they are posted, and no number comes again"
    case refusesWhatDoesNotFit = "an event that is too large or holds U+0000 is refused, and with it all of its call"
    case announcesEvents = "events are announced when they are posted"

    // Claiming
    case claimsCarryTheEvent = "a claim carries the event as it was posted"
    case claimsOldestFirst = "events are claimed by age, and no more than was asked for"
    case claimsAreExclusive = "hosts that claim at once never get the same event"
    case heldIsNotClaimed = "what is held is not claimed until its lease ends"
    case lapsedComesAlone = "an event whose lease ran out comes first and alone, under a greater token"

    // Concluding
    case concludesWithNotification =
        "an event is gone when its notification is stored, and its deliveries are announced"
    case concludesWholeOrNothing = "a call that fails has removed no event and stored nothing"
    case concludesOnce = "an event is concluded once, in one call too"
    case concludesInOrder = "results come in order, and one that is refused spoils nothing for the others"
    case lapsedIsRefused = "a lapsed lease is refused, and nothing is stored for it"
    case replacedIsRefused = "a replaced lease is refused, and nothing is stored for it"
    case repeatsAreRemoved = "a repeat of what was stored under its idempotency key is removed, and nothing is stored"
    case conflictsStay = "an event with the idempotency key of something else stays held, and nothing is stored"

    // Setting aside
    case setsAside = "an event that is set aside is claimed no more, and is listed with its reason"
    case lostLeasesSetNothingAside = "a lease that was lost sets nothing aside"
    case listsNewestFirst = "what is set aside is listed in pages, the newest first"
    case replays = "an event that is replayed is claimed as if for the first time"
    case replayEndsLeases = "a lease from before an event was set aside and replayed is refused"
    case discards = "an event that is discarded is gone"
    case selectsOnlyWhatIsSetAside = "only what is set aside is replayed and discarded"

    // Many
    case worksOffMany = "many events become as many notifications, whoever works on them"

    /// What the case requires, in a sentence.
    public var description: String { rawValue }
}
