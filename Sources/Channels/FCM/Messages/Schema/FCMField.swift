import FanfareCore

/// One member of an object of FCM's schema: its name, the property it is kept in, and its kind.
///
/// Writing, reading and checking all follow from it, so that each member is described once.
struct FCMField<Block: FCMBlock>: Sendable {
    let name: String
    /// Notes what FCM would refuse about the property; nil if it has nothing to say.
    let write: @Sendable (Block, inout FCMReader) -> JSONValue?
    let read: @Sendable (inout Block, JSONValue, inout FCMReader) -> Void
}

extension FCMField {
    typealias Property<Value> = any WritableKeyPath<Block, Value> & Sendable

    /// A value that may be missing.
    static func value<Value>(_ name: String, _ property: Property<Value?>, _ kind: FCMValueKind<Value>) -> FCMField {
        FCMField(
            name: name,
            write: { block, reader in
                guard let value = block[keyPath: property] else { return nil }
                reader.check(value, of: kind, at: name)
                return kind.write(value)
            },
            read: { block, json, reader in block[keyPath: property] = reader.value(json, of: kind) }
        )
    }

    /// Values by name; none is the same as no member.
    static func map<Value>(
        _ name: String,
        _ property: Property<[String: Value]>,
        _ kind: FCMValueKind<[String: Value]>
    ) -> FCMField {
        FCMField(
            name: name,
            write: { block, reader in
                let values = block[keyPath: property]
                guard !values.isEmpty else { return nil }
                reader.check(values, of: kind, at: name)
                return kind.write(values)
            },
            read: { block, json, reader in block[keyPath: property] = reader.value(json, of: kind) ?? [:] }
        )
    }

    /// An object with members of its own; one without any is the same as no member.
    static func block<Inner: FCMBlock>(_ name: String, _ property: Property<Inner>) -> FCMField {
        FCMField(
            name: name,
            write: { block, reader in
                let inner = block[keyPath: property]
                guard !inner.isEmpty else { return nil }
                var members: [String: JSONValue] = [:]
                reader.inside(name) { members = inner.checked(by: &$0) }
                return .object(members)
            },
            read: { block, json, reader in block[keyPath: property] = reader.block(json) }
        )
    }
}
