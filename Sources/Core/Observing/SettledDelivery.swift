/// A delivery that was settled, or whose settlement came too late.
public struct SettledDelivery: Hashable, Sendable {
    /// The delivery as it was claimed.
    public let claim: Claim
    /// What the worker decided.
    public let settlement: Settlement
    /// Whether the store took it, and the state it led to.
    public let result: SettlementResult
    /// How long the attempt took; nil if there was none.
    public let attemptDuration: Duration?

    /// Creates an event.
    public init(claim: Claim, settlement: Settlement, result: SettlementResult, attemptDuration: Duration?) {
        self.claim = claim
        self.settlement = settlement
        self.result = result
        self.attemptDuration = attemptDuration
    }
}
