import FanfareCore

extension APNsSound {
    /// The value of the key: a name alone is a text.
    var payload: JSONValue {
        if !isCritical, volume == nil { return .string(name) }
        var object: [String: JSONValue] = ["name": .string(name)]
        if isCritical { object["critical"] = 1 }
        object["volume"] = volume.flatMap { JSONNumber($0) }.map { .number($0) }
        return .object(object)
    }

    /// Reads the value of the key, a text or an object.
    init(payload value: JSONValue, at place: String, readsTexts: Bool) throws(APNsMessageError) {
        if let name = value.string {
            self.init(name)
            return
        }
        guard let object = value.object else {
            throw APNsMessageError(place, "is \(value.kind); expected a string or an object")
        }
        var reader = APSReader(object, at: place, readsTexts: readsTexts)
        self.init(
            try reader.text("name") ?? "default",
            isCritical: try reader.flag("critical") ?? false,
            volume: try reader.double("volume")
        )
        if let key = reader.rest.keys.min() { throw APNsMessageError(reader.path(key), "is no key of a sound") }
    }
}
