/// What a notification is about, in the terms recipients decide by: transactional, marketing, …
///
/// The set is open: an application adds its own as static members.
public struct Category: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
    /// The name as stored and as used in configuration.
    public let rawValue: String

    /// Names a category.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a category.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// About something the recipient did or asked for.
    public static let transactional: Category = "transactional"
}
