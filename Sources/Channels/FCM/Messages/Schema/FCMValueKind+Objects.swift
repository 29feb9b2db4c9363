import FanfareCore

extension FCMValueKind<[String: String]> {
    /// The application's own data: texts by names that are the application's to choose.
    static let data = FCMValueKind(
        expected: "an object",
        read: { $0.object.map(FCMMessage.texts(of:)) },
        write: { .object($0.mapValues { .string($0) }) },
        problem: { data in
            data.keys.sorted().first(where: FCMMessage.isReserved).map { key in
                FCMProblem("is a name FCM keeps to itself; choose another", at: key)
            }
        }
    )

    /// Headers: texts by names. Numbers and booleans become texts.
    static let headers = FCMValueKind(
        expected: "an object, each value a string",
        read: { json in
            guard let object = json.object else { return nil }
            let isRight = object.values.allSatisfy { $0.object == nil && $0.array == nil }
            return isRight ? FCMMessage.texts(of: object) : nil
        },
        write: { .object($0.mapValues { .string($0) }) }
    )
}

extension FCMValueKind<[String: JSONValue]> {
    /// An object FCM hands on as it is.
    static let object = FCMValueKind(expected: "an object", read: \.object, write: { .object($0) })
}
