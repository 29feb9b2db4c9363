/// The sound a notification plays: the key `sound`.
public struct APNsSound: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name of a sound file of the app, or `default` for the system's sound.
    public var name: String
    /// Whether it plays even when the device is muted; the app needs an entitlement from Apple.
    public var isCritical: Bool
    /// How loud it plays if it is critical, from 0 for silent to 1 for full; nil leaves it to the system.
    public var volume: Double?

    /// Creates a sound.
    public init(_ name: String, isCritical: Bool = false, volume: Double? = nil) {
        self.name = name
        self.isCritical = isCritical
        self.volume = volume
    }

    /// Creates the sound of this name.
    public init(stringLiteral value: String) { self.init(value) }

    /// The system's sound.
    public static let `default`: APNsSound = "default"

    /// A sound that plays even when the device is muted.
    public static func critical(_ name: String = "default", volume: Double? = nil) -> APNsSound {
        APNsSound(name, isCritical: true, volume: volume)
    }
}
