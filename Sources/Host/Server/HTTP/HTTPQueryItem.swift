/// One `name=value` of a query, decoded; a name without `=` has an empty value.
struct HTTPQueryItem: Hashable, Sendable {
    var name: String
    var value: String
}
