/// Where events wait to become notifications.
///
/// An application in any language that shares the database posts an event by inserting a row into the table `events`,
/// within a transaction of its own; in Swift there is ``post(_:)``. Hosts claim events, and one transaction of the store
/// takes an event away and stores its notification: exactly once, however many hosts there are.
///
/// ```
/// posted ──▶ claimed ──▶ concluded: gone, its notification stored
///    ▲         │  └────▶ set aside ──discard──▶ gone
///    │         │ lease over   │
///    │         └──▶ claimed   │
///    └────────replay──────────┘
/// ```
///
/// As in a ``DeliveryQueue``, calls are batched, the store owns the time, and every call either happens whole or throws
/// and changes nothing. `EventStoreContract` in FanfareTesting states the requirements as tests.
public protocol EventStore: DeliveryQueue {
    /// Stores events in the given order, all or none, and signals ``Arrivals``.
    ///
    /// - Returns: Their numbers, in order.
    /// - Throws: ``InvalidEvent`` for what ``EventDraft/check()`` refuses.
    func post(_ drafts: [EventDraft]) async throws -> [EventID]

    /// Takes up to `limit` events, the oldest first. Each claim counts and has a new fencing token.
    ///
    /// An event whose lease ran out comes before all others and alone, whatever the limit: if it was what brought its
    /// host down, it takes no other event along.
    ///
    /// - Parameters:
    ///   - limit: How many to take at most.
    ///   - lease: How long the host holds them.
    func claimEvents(upTo limit: Int, for lease: Duration) async throws -> [ClaimedEvent]

    /// Ends claimed events, in the given order and in one transaction: with its notification stored as `enqueue`
    /// does, an event is removed; set aside, it stays and is claimed no more. A lease that ran out or was replaced is
    /// refused, and then nothing is stored for its event.
    ///
    /// - Returns: One result per conclusion, in order.
    func conclude(_ conclusions: [EventConclusion]) async throws -> [EventResult]

    /// Lists the events that are set aside, the newest first.
    ///
    /// - Parameters:
    ///   - cursor: The last event of the page before; nil for the first page.
    ///   - limit: How many at most.
    func setAsideEvents(after cursor: EventID?, limit: Int) async throws -> [SetAsideEvent]

    /// Lets events that were set aside be claimed again, as if they had not been claimed before, and signals
    /// ``Arrivals``.
    ///
    /// - Returns: How many events that was.
    func replayEvents(_ selection: EventSelection) async throws -> Int

    /// Deletes events that were set aside.
    ///
    /// - Returns: How many events that was.
    func discardEvents(_ selection: EventSelection) async throws -> Int
}
