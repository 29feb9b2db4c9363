package import FanfareCore

extension HTTP2Response {
    /// The server's own time, if it says so.
    package var date: Timestamp? { fields["date"].flatMap(Timestamp.init(httpDate:)) }

    /// How long to wait at least before another try, if the answer says so in either form (RFC 9110, 10.2.3): in seconds, or
    /// as a date, which is the server's and so is reckoned from the server's time. At most a day.
    ///
    /// - Parameter now: The time here, for a date without the server's.
    package func retryAfter(now: Timestamp) -> Duration? {
        guard let text = fields["retry-after"] else { return nil }
        let delay: Duration
        if let seconds = Int64(text) {
            guard seconds >= 0 else { return nil }
            delay = .seconds(min(seconds, 86_400))
        } else {
            guard let end = Timestamp(httpDate: text) else { return nil }
            delay = max(.zero, (date ?? now).duration(to: end))
        }
        return min(delay, .seconds(86_400))
    }
}
