/// Why a member is woken.
package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The socket can be read, or has failed.
    package static let readable = Readiness(rawValue: 1)
    /// The socket can be written, or has failed.
    package static let writable = Readiness(rawValue: 2)
}
