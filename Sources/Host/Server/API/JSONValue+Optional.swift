import FanfareCore

extension JSONValue {
    /// A text, or `null` for none.
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }

    /// A time, or `null` for none.
    init(_ time: Timestamp?) { self.init(time?.rfc3339) }
}
