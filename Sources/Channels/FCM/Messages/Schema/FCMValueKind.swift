import FanfareCore

/// A kind of value in FCM's schema: how it is written, read, and what FCM would refuse.
struct FCMValueKind<Value: Sendable>: Sendable {
    /// What is right, in words.
    let expected: String
    /// Nil for JSON that is not of this kind.
    let read: @Sendable (JSONValue) -> Value?
    /// Nil for what is not written at all.
    let write: @Sendable (Value) -> JSONValue?
    /// What is wrong with a value, if anything.
    var problem: @Sendable (Value) -> FCMProblem? = { _ in nil }
}

/// What is wrong with a value, and where inside it.
struct FCMProblem: Sendable {
    var key: String?
    var text: String

    init(_ text: String, at key: String? = nil) {
        self.key = key
        self.text = text
    }
}

extension FCMValueKind {
    /// The same kind, of which only some values are right.
    func refusing(_ problem: @escaping @Sendable (Value) -> String?) -> FCMValueKind {
        var kind = self
        kind.problem = { value in problem(value).map { FCMProblem($0) } }
        return kind
    }

    /// A list of values of this kind.
    var list: FCMValueKind<[Value]> {
        FCMValueKind<[Value]>(
            expected: "a list, each \(expected)",
            read: { json in
                guard let elements = json.array else { return nil }
                let values = elements.compactMap(read)
                return values.count == elements.count ? values : nil
            },
            write: { .array($0.compactMap(write)) },
            problem: { $0.lazy.compactMap(problem).first }
        )
    }
}
