/// Why a request target could not be read.
struct HTTPTargetError: Error, Equatable {
    /// What is wrong, as a clause; never repeats the target itself.
    let reason: String

    static let notText = HTTPTargetError(reason: "the path and the query must be UTF-8")
}
