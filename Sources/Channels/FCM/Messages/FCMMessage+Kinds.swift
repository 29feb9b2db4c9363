public import FanfareCore

extension FCMMessage {
    /// Something the user sees.
    ///
    /// - Parameters:
    ///   - title: The headline.
    ///   - body: The text.
    ///   - image: The address of a picture.
    ///   - data: The application's own data; values that are no texts are written as JSON, see ``texts(of:)``.
    public static func alert(
        title: String? = nil,
        body: String? = nil,
        image: String? = nil,
        data: [String: JSONValue] = [:]
    ) -> FCMMessage {
        FCMMessage(notification: FCMNotification(title: title, body: body, image: image), data: texts(of: data))
    }

    /// Shows nothing: the app is handed `data`, and decides.
    ///
    /// - Parameter data: The application's own data; values that are no texts are written as JSON, see ``texts(of:)``.
    public static func data(_ data: [String: JSONValue]) -> FCMMessage { FCMMessage(data: texts(of: data)) }
}
