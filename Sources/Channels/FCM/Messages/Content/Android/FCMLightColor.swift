public import FanfareCore

/// The color of an Android device's light; each part is from 0 to 1.
public struct FCMLightColor: Hashable, Sendable {
    /// How much red there is in it.
    public var red: Double?
    /// How much green there is in it.
    public var green: Double?
    /// How much blue there is in it.
    public var blue: Double?
    /// How opaque it is.
    public var alpha: Double?
    /// Members that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// Creates a color.
    public init(red: Double? = nil, green: Double? = nil, blue: Double? = nil, alpha: Double? = nil) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

extension FCMLightColor: FCMBlock {
    init() { self.init(red: nil) }

    static let fields: [FCMField<FCMLightColor>] = [
        .value("red", \.red, .fraction),
        .value("green", \.green, .fraction),
        .value("blue", \.blue, .fraction),
        .value("alpha", \.alpha, .fraction),
    ]
}
