import FanfareCore

/// One member of an object of FCM's schema: its name, the property it is kept in, and its kind.
///
/// Writing, reading and checking all follow from it, so that each member is described once.
struct FCMField<Block: FCMBlock>: Sendable {
    let name: String
    /// Nil if the property has nothing to say.
    let write: @Sendable (Block) -> JSONValue?
    let read: @Sendable (inout Block, JSONValue, inout FCMReader) -> Void
    let check: @Sendable (Block, inout FCMReader) -> Void
}

extension FCMField {
    typealias Property<Value> = any WritableKeyPath<Block, Value> & Sendable

    /// A value that may be missing.
    static func value<Value>(_ name: String, _ property: Property<Value?>, _ kind: FCMValueKind<Value>) -> FCMField {
        FCMField(
            name: name,
            write: { $0[keyPath: property].flatMap(kind.write) },
            read: { block, json, reader in block[keyPath: property] = reader.value(json, of: kind) },
            check: { block, reader in
                if let value = block[keyPath: property] { reader.check(value, of: kind) }
            }
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
            write: { block in
                let values = block[keyPath: property]
                return values.isEmpty ? nil : kind.write(values)
            },
            read: { block, json, reader in block[keyPath: property] = reader.value(json, of: kind) ?? [:] },
            check: { block, reader in reader.check(block[keyPath: property], of: kind) }
        )
    }

    /// An object with members of its own; one without any is the same as no member.
    static func block<Inner: FCMBlock>(_ name: String, _ property: Property<Inner>) -> FCMField {
        FCMField(
            name: name,
            write: { block in
                let inner = block[keyPath: property]
                return inner.isEmpty ? nil : .object(inner.wire)
            },
            read: { block, json, reader in block[keyPath: property] = reader.block(json) },
            check: { block, reader in
                let inner = block[keyPath: property]
                if !inner.isEmpty { inner.check(&reader) }
            }
        )
    }
}
