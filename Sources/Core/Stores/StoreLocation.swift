/// Where a store is: a URL such as `sqlite:fanfare.db` or `postgres://user:password@host/database`.
public struct StoreLocation: Hashable, Sendable {
    /// What comes before the first colon, in lower case.
    public let scheme: String
    /// The whole URL. It may hold a password.
    public let url: Secret<String>

    /// Splits a URL; nil if it has no scheme.
    public init?(_ url: String) {
        guard let colon = url.firstIndex(of: ":"), colon != url.startIndex else { return nil }
        self.scheme = url[..<colon].lowercased()
        self.url = Secret(url)
    }

    /// What comes after the scheme's colon.
    public var rest: Secret<String> { Secret(String(url.reveal().dropFirst(scheme.count + 1))) }
}
