internal import FanfareCore
internal import FoundationEssentials
internal import Synchronization

/// The access tokens that were given out.
final class FCMAccessTokens: Sendable {
    /// What is known of one.
    struct Entry {
        /// The project of the service account it was given to; nil if nobody knows.
        let project: String?
        let expires: Timestamp
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Takes a token as good until a time.
    func add(_ token: String, for project: String?, until expires: Timestamp) {
        entries.withLock { $0[token] = Entry(project: project, expires: expires) }
    }

    subscript(token: String) -> Entry? { entries.withLock { $0[token] } }

    /// From now on none of those that were given out is good.
    func revoke() { entries.withLock { $0 = [:] } }

    /// A text that no other token has.
    static func unused() -> String { "ya29.\(UUID().uuidString.lowercased())" }
}
