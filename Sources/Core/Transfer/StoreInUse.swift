/// Thrown by a ``StoreCopy`` when a host works on the store it copies from.
public struct StoreInUse: Error, Hashable, Sendable, CustomStringConvertible {
    /// How many deliveries workers hold.
    public let held: Int
    /// Whether the copy had been made when that was found. What a host sends from then on, the other store would have
    /// sent again.
    public let isCopied: Bool

    /// What was found.
    public var description: String {
        let finding = held == 1 ? "a worker holds a delivery" : "workers hold \(held) deliveries"
        return isCopied ? "a host has begun to work on the source meanwhile: \(finding)" : "\(finding) of the source"
    }
}
