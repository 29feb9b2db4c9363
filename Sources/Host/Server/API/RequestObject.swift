import FanfareCore

/// An object of a request's body. Its fields can be absent, `null` or a value.
struct RequestObject: Sendable {
    let members: [String: RequestValue]
    let pointer: JSONPointer

    /// A field that must be there.
    func required(_ key: String) throws(Problem) -> RequestValue {
        guard let value = members[key] else {
            throw RequestValue(.null, at: pointer.appending(key)).fault("is missing")
        }
        return value
    }

    /// A field that may be absent. `null` is not absence: it is of the wrong kind wherever it has no meaning.
    func optional(_ key: String) -> RequestValue? { members[key] }

    /// What the request says about a field that can be cleared.
    func update<Value>(
        _ key: String,
        _ read: (RequestValue) throws(Problem) -> Value
    ) throws(Problem) -> FieldUpdate<Value> {
        guard let value = members[key] else { return .keep }
        return value.json.isNull ? .clear : .set(try read(value))
    }
}
