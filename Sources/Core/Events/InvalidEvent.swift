/// Thrown when an event cannot be stored as it is. Nothing was.
public struct InvalidEvent: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which part of it is wrong, and why; shows nothing of it.
    public let description: String

    init(_ description: String) { self.description = description }
}
