/// Which of a provider's two worlds a device token belongs to.
///
/// The set is closed: Apple has these two, other providers have one.
public enum DeviceEnvironment: String, Hashable, Codable, Sendable, CaseIterable {
    /// Builds signed for development.
    case sandbox
    /// Builds from the App Store, TestFlight and ad-hoc distribution.
    case production
}
