/// Thrown by a ``StoreTrial`` at the first step that went wrong.
public struct TrialFailure: Error, Sendable, CustomStringConvertible {
    /// The trial's seed: it fails again.
    public let seed: UInt64
    /// The step, counted from 1.
    public let step: Int
    /// The operation, in the trial's own names for devices and leases.
    public let operation: String
    /// What went wrong.
    public let underlying: any Error

    /// All of it in a line.
    public var description: String { "seed \(seed), step \(step), \(operation): \(underlying)" }
}
