/// A clock that tells the time of day and waits. The one source of time in Fanfare: inject it once.
///
/// Production uses ``SystemClock``; tests use the manual clock of FanfareTesting.
public protocol WallClock: Clock, Sendable where Instant == Timestamp, Duration == Swift.Duration {}
