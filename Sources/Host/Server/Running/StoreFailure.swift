/// Why a command cannot use the store.
struct StoreFailure: Error, CustomStringConvertible {
    /// What is in the way and what to do, without secrets.
    let description: String

    init(_ description: String) { self.description = description }
}
