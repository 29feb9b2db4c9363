internal import FanfareCore

/// What APNs remembers of a connection: who is on the other side.
struct APNsHistory: Sendable {
    /// The provider token in use.
    var token: APNsProviderToken?
    /// When it was first seen here.
    var since: Timestamp?
}
