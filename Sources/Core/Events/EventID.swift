/// Names one event. The store numbers events in the order in which they are posted.
public struct EventID: RawRepresentable, Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// The number.
    public let rawValue: Int64

    /// Names the event of this number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Reads the number; nil if the text is none.
    public init?(_ description: String) {
        guard let number = Int64(description) else { return nil }
        self.init(rawValue: number)
    }

    /// The number.
    public var description: String { String(rawValue) }

    /// Orders by age: events posted later are greater.
    public static func < (lhs: EventID, rhs: EventID) -> Bool { lhs.rawValue < rhs.rawValue }
}
