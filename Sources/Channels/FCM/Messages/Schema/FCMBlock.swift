import FanfareCore

/// An object of FCM's schema.
protocol FCMBlock: Hashable, Sendable {
    /// One that says nothing.
    init()

    /// Members that have no property.
    var additional: [String: JSONValue] { get set }

    /// The members that have one.
    static var fields: [FCMField<Self>] { get }

    /// Notes what is wrong with members that depend on each other.
    func checkTogether(_ reader: inout FCMReader)
}

extension FCMBlock {
    func checkTogether(_ reader: inout FCMReader) {}

    /// Whether it says nothing.
    var isEmpty: Bool { self == Self() }

    /// The members as they go out, right or wrong.
    var wire: [String: JSONValue] {
        var reader = FCMReader()
        return checked(by: &reader)
    }

    /// The members as they go out; what FCM would refuse is noted.
    func checked(by reader: inout FCMReader) -> [String: JSONValue] {
        var members = additional
        for field in Self.fields {
            // What has a property would be read back as that property.
            if members[field.name] != nil {
                reader.inside("additional", field.name) { $0.note("has a property of its own; set that") }
            }
            if let value = field.write(self, &reader) { members[field.name] = value }
        }
        if !reader.isTemplate { checkTogether(&reader) }
        return members
    }

    /// Reads members; what is wrong is noted, and what has no property is kept.
    init(_ members: [String: JSONValue], _ reader: inout FCMReader) {
        self.init()
        var rest = members.filter { !$0.value.isNull }
        for field in Self.fields {
            guard let value = rest.removeValue(forKey: field.name) else { continue }
            reader.inside(field.name) { field.read(&self, value, &$0) }
        }
        additional = rest
        if reader.isTemplate {
            for key in rest.keys.sorted() { reader.inside(key) { $0.note("is no key FCM knows here") } }
        }
    }
}
