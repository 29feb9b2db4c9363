import FanfareCore

/// Why the data of a call makes no notification of its type.
struct TriggerError: Error, Hashable, CustomStringConvertible {
    /// Where in the data it is wrong, seen from the data itself: `/order/number`.
    let pointer: JSONPointer
    /// What is wrong and what would be right; holds no values of the data.
    let description: String

    init(_ description: String, at pointer: JSONPointer = JSONPointer()) {
        self.description = description
        self.pointer = pointer
    }

    init(_ error: DecodingError) {
        func pointer(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> JSONPointer {
            JSONPointer((context.codingPath + (key.map { [$0] } ?? [])).map(\.stringValue))
        }
        switch error {
        case .keyNotFound(let key, let context): self.init("is missing", at: pointer(context, key))
        case .valueNotFound(let type, let context): self.init("is null; expected \(type)", at: pointer(context))
        case .typeMismatch(let type, let context): self.init("is no \(type)", at: pointer(context))
        case .dataCorrupted(let context): self.init("is not as its type needs it", at: pointer(context))
        @unknown default: self.init("is not as the type needs it")
        }
    }
}
