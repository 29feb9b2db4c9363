package import FanfareCore

extension Timestamp {
    /// The value of `apns-expiration`: seconds since the Unix epoch, rounded up. Never 0: in the header that means no
    /// storage.
    package var expirationSeconds: Int64 {
        let (quotient, remainder) = microsecondsSinceEpoch.quotientAndRemainder(dividingBy: 1_000_000)
        return max(1, remainder > 0 ? quotient + 1 : quotient)
    }
}
