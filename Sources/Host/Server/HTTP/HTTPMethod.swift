/// The verb of a request. The set is open: a method nobody listed here is still carried, and answered with 405.
struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The method as written on the wire; methods are case-sensitive (RFC 9110, 9.1).
    let rawValue: String

    static let get = HTTPMethod(rawValue: "GET")
    static let head = HTTPMethod(rawValue: "HEAD")
    static let post = HTTPMethod(rawValue: "POST")
    static let put = HTTPMethod(rawValue: "PUT")
    static let patch = HTTPMethod(rawValue: "PATCH")
    static let delete = HTTPMethod(rawValue: "DELETE")
}
