/// What a call says about one field of a record: nothing, that it is empty now, or its new value.
///
/// The set is closed: JSON can say these three things about a member (absent, `null`, a value).
public enum FieldUpdate<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The field stays as it is.
    case keep
    /// The field becomes empty.
    case clear
    /// The field takes this value.
    case set(Value)

    /// The field after the update.
    public func applied(to current: Value?) -> Value? {
        switch self {
        case .keep: current
        case .clear: nil
        case .set(let value): value
        }
    }
}

extension FieldUpdate: ExpressibleByNilLiteral {
    /// The field becomes empty.
    public init(nilLiteral: ()) { self = .clear }
}
