/// How much a log line matters, the least first. The set is closed: configuration chooses among these.
public enum LogLevel: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
    /// For whoever debugs Fanfare itself.
    case debug
    /// The normal course of things.
    case info
    /// Worth knowing: a start, a reload, a device set aside.
    case notice
    /// Something needs attention, but nothing was lost: a paused credential, a store that is away.
    case warning
    /// Something failed for good.
    case error

    /// Orders by importance.
    public static func < (lhs: LogLevel, rhs: LogLevel) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
