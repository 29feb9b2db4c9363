import FanfareCore

/// Thrown when something is to be stored under an identifier that names something else already.
public struct KnownIdentifier: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which identifier it is.
    public let description: String

    init(_ id: some Identifier) { description = "there is something with the identifier \(id) already" }
}
