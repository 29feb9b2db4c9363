/// A text that is no address to listen on.
struct ListenAddressError: Error, Equatable, CustomStringConvertible {
    /// The text as given.
    let text: String

    /// What is wrong with it, as a predicate.
    let problem: String

    var description: String {
        "\"\(text)\" \(problem); write an IP address and a port: 127.0.0.1:8080, 0.0.0.0:8080 or [::1]:8080"
    }
}
