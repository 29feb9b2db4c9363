/// What every delivery queue must do, as named cases.
///
/// Run all of them against each store; every case wants a fresh one:
///
/// ```swift
/// @Test(arguments: DeliveryQueueContract.allCases)
/// func `the queue keeps its contract`(_ requirement: DeliveryQueueContract) async throws {
///     let clock = ManualClock()
///     try await requirement.verify(MyStore(clock: clock), clock: clock)
/// }
/// ```
public enum DeliveryQueueContract: String, CaseIterable, Sendable, CustomStringConvertible {
    // Enqueueing
    case recordsSubmissions = "what was stored can be looked up"
    case storesWholeOrNothing = "a submission is stored whole or not at all"
    case repeatsGiveFirstReceipts = "a repeat gives the first receipts and stores nothing"
    case otherCallsConflict = "another call with a known idempotency key is a conflict and stores nothing"
    case keysAreForgotten = "an idempotency key is forgotten at the end of its lifetime and not before"
    case keysAreApart = "calls with different idempotency keys are different calls"
    case announcesArrivals = "arrivals are announced for the channels they are for"
    case delayedWaits = "a delayed delivery is claimed after its delay and not before"
    case timedWaits = "a delivery for a time of day is claimed at that time and not before"
    case pastMeansNow = "a time in the past means now"

    // Claiming
    case claimsMostUrgentFirst = "claims come by priority, due time and id"
    case claimsLapsedFirst = "what a lost worker held comes before everything else"
    case claimsNoMoreThanAsked = "no more is claimed than was asked for"
    case leavesOtherChannelsAlone = "only the channel's own deliveries are claimed"
    case claimsCarryTheMessage = "a claim carries all a worker needs"
    case claimsAreExclusive = "workers that claim at once never get the same delivery"
    case claimsTellExpiry = "a claim tells how long it is worth delivering, past that too"
    case claimsTellNowOrNever = "a time to live of zero means one try"
    case claimsTellTheWait = "a claim tells how long ago it was first due"

    // Leases
    case leasedIsNotClaimed = "what is held is not claimed"
    case lapsedIsClaimedAgain = "a lapsed lease is claimed again as an uncertain attempt under a greater token"
    case lapsedIsRefused = "a lapsed lease is refused"
    case replacedIsRefused = "a replaced lease is refused"
    case renewalProlongs = "a renewed lease holds from then on"
    case releaseCostsNothing = "what is handed back is due at once, with the attempt given back"

    // Settling
    case recordsEnds = "each end is recorded with its reason and time"
    case recordsSent = "what was sent is recorded with the provider's name for it"
    case settlesOnce = "a delivery is settled once, in one batch too"
    case settlesInOrder = "stale settlements spoil nothing for the others of their batch"
    case retryWaits = "a retry is due exactly after its delay"
    case attemptsAreGivenBack = "an attempt that does not count is given back"
    case uncertaintyIsCounted = "uncertain attempts are counted"

    // Cancelling
    case cancelsWaiting = "cancelling calls off what waits"
    case cancelsOnlyWhatIsLeft = "cancelling leaves alone what has ended"
    case cancelOfUnknown = "cancelling what does not exist says so"
    case cancelledMayBeSent = "what was cancelled on its way may still be sent"
    case cancelledIsNotRetried = "a retry of what was cancelled on its way ends as cancelled"
    case cancelledIsNotReleased = "what was cancelled on its way ends as cancelled when handed back"
    case cancelledLapses = "a lapsed claim tells that it was cancelled meanwhile"

    // Another go
    case retriesEnded = "what failed, expired or was cancelled is given another go"
    case refusesOtherRetries = "nothing else is given another go"
    case retryOfUnknown = "another go for what does not exist says so"
    case retryRaisesAttempts = "another go has at least one more attempt, and attempts go on counting"
    case retryRenewsExpiry = "another go has as much time to live as the first"
    case hastensOneReason = "what waits for a reason is made due, and nothing else"

    // Routes
    case followsTokens = "deliveries follow a device to its new token"
    case noticesHandover = "a device that was handed over is no route"
    case noticesSignOut = "a device that was signed out is no route"
    case noticesDeletion = "a deleted device is no route"
    case noticesSettingAside = "a device that was set aside is no route until it is registered again"
    case noticesAuthorization = "a device that may not show notifications is no route"
    case keepsDirectRoutes = "direct routes stay as they were given"

    // Removing routes
    case removesOldRegistrations = "a device is set aside if it was registered before the provider's time"
    case sparesNewRegistrations = "a device that was registered since the provider's time is left alone"
    case removesUnchangedRegistrations = "a device is set aside if it was not registered again since its claim"
    case sparesRenewedRegistrations = "a device that was registered again since its claim is left alone"
    case sparesOtherTokens = "a device that has another token by now is left alone"
    case lostLeasesRemoveNothing = "a settlement that is refused sets no device aside"

    // Learning environments
    case learnsEnvironments = "a device remembers the environment its token turned out to belong to"
    case keepsGivenEnvironments = "what is learned about another token, or what is known already, changes nothing"
    case lostLeasesTeachNothing = "a settlement that is refused teaches nothing"

    // Looking up
    case listsNewestFirst = "deliveries are listed by age, the newest first"
    case listsByStateAndChannel = "deliveries are listed by state and channel"
    case pagesHoldStill = "pages neither skip nor repeat while deliveries come and go"
    case unknownIsNil = "what does not exist is not found"
    case countsTheQueue = "statistics count what has not ended, by channel"
    case prunesEnded = "pruning deletes what ended long ago, and nothing else"
    case pruningKeepsKeys = "pruning forgets no idempotency key before its time"
    case prunesInSteps = "pruning goes in bounded steps and comes to an end"

    /// What the case requires, in a sentence.
    public var description: String { rawValue }
}
