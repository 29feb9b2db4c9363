/// Why a server for tests cannot start.
package struct HTTP2ServerError: Error, Hashable, CustomStringConvertible {
    /// What happened, for people.
    package let description: String

    package init(_ description: String) { self.description = description }
}
