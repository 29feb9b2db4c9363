/// Names a recipient: the application's own user id, stored with each delivery.
public struct RecipientID: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
    /// The id as stored; empty for recipients that are not users of the application.
    public let rawValue: String

    /// Names a recipient by the application's id for it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a recipient by the application's id for it: a number, a UUID, a string.
    public init(_ id: some CustomStringConvertible) { self.init(rawValue: id.description) }

    /// Names a recipient by the application's id for it.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Nobody in particular: what ``OnDemand`` recipients share.
    public static let onDemand = RecipientID(rawValue: "")
}
