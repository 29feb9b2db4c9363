/// A point in time, in whole microseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: InstantProtocol, Hashable, Codable, Sendable {
    /// Microseconds since the Unix epoch; negative before it.
    public let microsecondsSinceEpoch: Int64

    /// Creates a point in time from microseconds since the Unix epoch.
    public init(microsecondsSinceEpoch: Int64) { self.microsecondsSinceEpoch = microsecondsSinceEpoch }

    /// Creates a point in time from milliseconds since the Unix epoch, the unit of APNs and of UUIDv7.
    ///
    /// Values that cannot be represented are clamped: they come from providers.
    public init(millisecondsSinceEpoch: Int64) {
        let (microseconds, overflow) = millisecondsSinceEpoch.multipliedReportingOverflow(by: 1000)
        self.microsecondsSinceEpoch = overflow ? (millisecondsSinceEpoch < 0 ? .min : .max) : microseconds
    }

    /// Milliseconds since the Unix epoch, rounded down.
    public var millisecondsSinceEpoch: Int64 {
        let (quotient, remainder) = microsecondsSinceEpoch.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The point in time `duration` later; clamped to what can be represented.
    public func advanced(by duration: Duration) -> Timestamp {
        let (sum, overflow) = microsecondsSinceEpoch.addingReportingOverflow(duration.wholeMicroseconds)
        return Timestamp(microsecondsSinceEpoch: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// How long it is from here to `other`; negative if `other` is earlier.
    public func duration(to other: Timestamp) -> Duration {
        let (difference, overflow) = other.microsecondsSinceEpoch.subtractingReportingOverflow(microsecondsSinceEpoch)
        return .microseconds(overflow ? (other < self ? .min : .max) : difference)
    }

    /// Orders by time.
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        lhs.microsecondsSinceEpoch < rhs.microsecondsSinceEpoch
    }
}

extension Duration {
    /// The duration in microseconds, rounded towards zero and clamped to `Int64`.
    package var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return carry ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in seconds, for metrics.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
