/// How urgent a notification is: high before normal before bulk.
///
/// The set is closed: stores order by it.
public enum Priority: Int, Hashable, Codable, Sendable, CaseIterable, Comparable {
    /// Somebody waits for it: a login code.
    case high = 0
    /// The default.
    case normal = 1
    /// Can wait behind everything else: a newsletter.
    case bulk = 2

    /// Orders by urgency, the most urgent first.
    public static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Priority: LosslessStringConvertible {
    /// Reads a priority's name.
    public init?(_ description: String) {
        guard let priority = Self.allCases.first(where: { $0.description == description }) else { return nil }
        self = priority
    }

    /// The name as used in JSON: `high`, `normal`, `bulk`.
    public var description: String {
        switch self {
        case .high: "high"
        case .normal: "normal"
        case .bulk: "bulk"
        }
    }
}
