/// Why a command could not do what it was asked for, though it was asked in the right way.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
