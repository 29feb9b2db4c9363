/// The place of a value in a document, as RFC 6901 writes it: `/to/users/0`.
public struct JSONPointer: Hashable, Sendable {
    /// The names and indexes from the root inwards, unescaped; none for the whole document.
    public private(set) var tokens: [String]

    /// The place at the end of these names and indexes.
    public init(_ tokens: [String] = []) {
        self.tokens = tokens
    }

    /// The place of a member of the object here.
    public func appending(_ key: String) -> JSONPointer {
        JSONPointer(tokens + [key])
    }

    /// The place of an element of the array here.
    public func appending(_ index: Int) -> JSONPointer {
        appending(String(index))
    }

    /// The same place, seen from the value that holds the document under this name or index.
    func inside(_ token: String) -> JSONPointer {
        JSONPointer([token] + tokens)
    }
}

extension JSONPointer: LosslessStringConvertible {
    /// Reads a pointer's text form.
    ///
    /// - Returns: `nil` when the text is neither empty nor starts with `/`, or has a `~` without 0 or 1 after it.
    public init?(_ description: String) {
        guard !description.isEmpty else {
            self.init()
            return
        }
        var tokens: [[UInt8]] = []
        var bytes = Substring(description).utf8
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "/") {
                tokens.append([])
                continue
            }
            guard !tokens.isEmpty else { return nil }
            guard byte == UInt8(ascii: "~") else {
                tokens[tokens.count - 1].append(byte)
                continue
            }
            switch bytes.popFirst() {
            case UInt8(ascii: "0"): tokens[tokens.count - 1].append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): tokens[tokens.count - 1].append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        self.init(tokens.map { String(decoding: $0, as: UTF8.self) })
    }

    /// The text form: each name after a `/`, with `~0` for `~` and `~1` for `/`; empty for the whole document.
    public var description: String {
        var text: [UInt8] = []
        for token in tokens {
            text.append(UInt8(ascii: "/"))
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): text += "~0".utf8
                case UInt8(ascii: "/"): text += "~1".utf8
                default: text.append(byte)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
