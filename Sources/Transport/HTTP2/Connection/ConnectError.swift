/// Why the system could not connect.
struct ConnectError: Error, Hashable {
    let code: Int32
}
