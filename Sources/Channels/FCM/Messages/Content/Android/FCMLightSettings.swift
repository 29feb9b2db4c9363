public import FanfareCore

/// How an Android device's light blinks: the member `light_settings`. All of it must be set.
public struct FCMLightSettings: Hashable, Sendable {
    /// The color.
    public var color = FCMLightColor()
    /// How long it is on.
    public var onDuration: Duration?
    /// How long it is off.
    public var offDuration: Duration?
    /// Members that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// Creates settings of which nothing is set.
    public init() {}

    /// Creates settings.
    public init(_ color: FCMLightColor, on onDuration: Duration, off offDuration: Duration) {
        self.color = color
        self.onDuration = onDuration
        self.offDuration = offDuration
    }
}

extension FCMLightSettings: FCMBlock {
    static let fields: [FCMField<FCMLightSettings>] = [
        .block("color", \.color),
        .value("light_on_duration", \.onDuration, .duration),
        .value("light_off_duration", \.offDuration, .duration),
    ]

    func checkTogether(_ reader: inout FCMReader) {
        let members = [
            ("color", !color.isEmpty), ("light_on_duration", onDuration != nil),
            ("light_off_duration", offDuration != nil),
        ]
        for (name, isThere) in members where !isThere { reader.inside(name) { $0.note("is missing") } }
    }
}
