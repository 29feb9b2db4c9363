/// A value that is never shown by accident: printing, interpolating, dumping or reflecting it gives `<secret>`.
public struct Secret<Value> {
    private let value: Value

    /// Hides a value.
    public init(_ value: Value) {
        self.value = value
    }

    /// Hands out the value, for the one place that needs it.
    public func reveal() -> Value {
        value
    }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `<secret>`, whatever the value.
    public var description: String { "<secret>" }
    /// `<secret>`, whatever the value.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
