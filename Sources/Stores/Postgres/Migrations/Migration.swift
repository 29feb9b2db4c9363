/// A step from one schema to the next.
struct Migration: Sendable {
    /// Its place in the order: 1, 2, 3, …
    let number: Int
    /// What it does, in a word or two; recorded beside the number.
    let name: String
    /// The statements. They run inside a transaction and must not end it.
    let script: String
}
