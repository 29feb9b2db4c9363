import FanfareHTTP2

extension HTTP2Fields {
    /// The value of a field.
    subscript(name: String) -> String? {
        positions.lazy
            .map { position in
                let end = position.start + position.nameLength
                let field = String(decoding: bytes[position.start..<end], as: UTF8.self)
                return (field, String(decoding: bytes[end..<end + position.valueLength], as: UTF8.self))
            }
            .first { $0.0 == name }?.1
    }
}
