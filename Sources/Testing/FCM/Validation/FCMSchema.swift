internal import FanfareCore

/// The kind of a value in the schema of the HTTP v1 API, as JSON has it.
indirect enum FCMSchema: Sendable {
    case text
    case flag
    case integer
    case number
    /// Seconds with a fraction of up to nine digits and an `s`.
    case duration
    /// A time in UTC (RFC 3339).
    case time
    /// One of these words.
    case word(Set<String>)
    /// Texts by name.
    case texts
    /// Any values by name.
    case anything
    case list(FCMSchema)
    case object([String: FCMSchema])

    /// Something that does not fit, and where.
    struct Misfit: Hashable {
        let field: String
        let description: String
    }

    /// What does not fit, in the order of names.
    ///
    /// - Parameter place: The place of the value; empty for the whole body.
    func misfits(of value: JSONValue, at place: String) -> [Misfit] {
        switch (self, value) {
        case (.object(let known), .object(let members)):
            return members.sorted { $0.key < $1.key }.flatMap { name, member in
                guard let schema = known[name] else { return [Self.unknown(name, at: place)] }
                return schema.misfits(of: member, at: place.isEmpty ? name : "\(place).\(name)")
            }
        case (.list(let schema), .array(let elements)):
            return elements.enumerated().flatMap { schema.misfits(of: $1, at: "\(place)[\($0)]") }
        case (.texts, .object(let members)):
            return members.sorted { $0.key < $1.key }.enumerated().flatMap { index, member in
                FCMSchema.text.misfits(of: member.value, at: "\(place)[\(index)].value")
            }
        default:
            if fits(value) { return [] }
            return [Misfit(field: place, description: "Invalid value at '\(place)' (\(name)), \(value.compactText)")]
        }
    }

    private static func unknown(_ name: String, at place: String) -> Misfit {
        let whereabouts = place.isEmpty ? "" : " at '\(place)'"
        let text = "Invalid JSON payload received. Unknown name \"\(name)\"\(whereabouts): Cannot find field."
        return Misfit(field: place, description: text)
    }

    private func fits(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.text, .string), (.flag, .bool), (.anything, .object): true
        case (.integer, .number(let number)): number.int.map { Int32(exactly: $0) != nil } ?? false
        case (.number, .number(let number)): number.double != nil
        case (.duration, .string(let text)): Self.seconds(text) != nil
        case (.time, .string(let text)): text.hasSuffix("Z") && Timestamp(rfc3339: text) != nil
        case (.word(let words), .string(let text)): words.contains(text)
        default: false
        }
    }

    /// A duration's seconds; nil if the text is none.
    static func seconds(_ text: String) -> Double? {
        guard text.wholeMatch(of: #/-?[0-9]{1,12}(\.[0-9]{1,9})?s/#) != nil else { return nil }
        return Double(text.dropLast())
    }

    private var name: String {
        switch self {
        case .text: "TYPE_STRING"
        case .flag: "TYPE_BOOL"
        case .integer: "TYPE_INT32"
        case .number: "TYPE_FLOAT"
        case .duration: "type.googleapis.com/google.protobuf.Duration"
        case .time: "type.googleapis.com/google.protobuf.Timestamp"
        case .word: "TYPE_ENUM"
        case .texts: "Map"
        case .anything: "type.googleapis.com/google.protobuf.Struct"
        case .list: "List"
        case .object: "Object"
        }
    }
}
