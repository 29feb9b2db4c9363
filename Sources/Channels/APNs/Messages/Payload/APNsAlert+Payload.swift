import FanfareCore

/// One of the three texts of an alert, by the names of its keys.
private struct AlertText {
    let text: String
    let key: String
    let arguments: String

    static let title = AlertText(text: "title", key: "title-loc-key", arguments: "title-loc-args")
    static let subtitle = AlertText(text: "subtitle", key: "subtitle-loc-key", arguments: "subtitle-loc-args")
    static let body = AlertText(text: "body", key: "loc-key", arguments: "loc-args")
}

extension APNsAlert {
    /// Whether there is nothing in it.
    var isEmpty: Bool { self == APNsAlert() }

    /// The value of the key.
    ///
    /// - Parameter isNested: Whether a text of the app's strings stands where the text would, as Live Activities have it,
    ///   and not beside it.
    func payload(isNested: Bool) -> [String: JSONValue] {
        var object = additional
        func put(_ text: String?, _ localization: APNsLocalization?, as names: AlertText) {
            object[names.text] = text.map { .string($0) } ?? object[names.text]
            guard let localization else { return }
            let arguments: JSONValue? = localization.arguments.map { .array($0.map { .string($0) }) }
            if isNested {
                var nested: [String: JSONValue] = [AlertText.body.key: .string(localization.key)]
                nested[AlertText.body.arguments] = arguments
                object[names.text] = .object(nested)
            } else {
                object[names.key] = .string(localization.key)
                object[names.arguments] = arguments
            }
        }
        put(title, localizedTitle, as: .title)
        put(subtitle, localizedSubtitle, as: .subtitle)
        put(body, localizedBody, as: .body)
        object["launch-image"] = launchImage.map { .string($0) } ?? object["launch-image"]
        return object
    }

    /// Reads the value of the key, a text or an object.
    init(payload value: JSONValue, at place: String, readsTexts: Bool) throws(APNsMessageError) {
        if let text = value.string {
            self.init(body: text)
            return
        }
        guard let object = value.object else {
            throw APNsMessageError(place, "is \(value.kind); expected an object or a string")
        }
        var reader = APSReader(object, at: place, readsTexts: readsTexts)
        self.init()
        (title, localizedTitle) = try reader.alertText(.title)
        (subtitle, localizedSubtitle) = try reader.alertText(.subtitle)
        (body, localizedBody) = try reader.alertText(.body)
        launchImage = try reader.text("launch-image")
        additional = reader.rest
    }
}

extension APSReader {
    fileprivate mutating func alertText(
        _ names: AlertText
    ) throws(APNsMessageError) -> (String?, APNsLocalization?) {
        var localization = try localization(names)
        guard let value = value(names.text) else { return (nil, localization) }
        if let text = value.string { return (text, localization) }
        guard let object = value.object else { try refuse(names.text, value, expected: "a string") }
        var nested = APSReader(object, at: path(names.text), readsTexts: readsTexts)
        localization = try nested.localization(.body)
        return (nil, localization)
    }

    private mutating func localization(_ names: AlertText) throws(APNsMessageError) -> APNsLocalization? {
        guard let key = try text(names.key) else { return nil }
        return APNsLocalization(key, arguments: try texts(names.arguments))
    }
}
