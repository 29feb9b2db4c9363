/// How much a push may cost the device it goes to: the header `apns-priority`.
///
/// The set is closed: Apple has these three.
public enum APNsPriority: Int, Hashable, Sendable, CaseIterable {
    /// At once.
    case immediate = 10
    /// When the device's power allows it. Background pushes have no other.
    case conserving = 5
    /// Power comes before everything else; the device is not woken.
    case lowest = 1
}
