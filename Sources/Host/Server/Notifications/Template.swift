import FanfareCore

/// A text with placeholders: `Order #{{order.number}} shipped`.
///
/// - `{{path.to.value}}` stands for a value of the data; blanks inside the braces do not count, and a step of digits is
///   an index where the data has an array: `{{items.0.name}}`.
/// - `\{{` is a literal `{{`. Braces that open nothing are text.
struct Template: Hashable, Sendable {
    private enum Part: Hashable {
        case text(String)
        case value(JSONPointer)
    }

    private let parts: [Part]
    private let escapesHTML: Bool

    /// Reads a text.
    ///
    /// - Parameter escapesHTML: Whether values are inserted so that HTML shows them as they are.
    /// - Throws: ``TemplateError`` for the first placeholder that is none.
    init(_ text: String, escapesHTML: Bool = false) throws(TemplateError) {
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(text)
        func position() -> Int { text.distance(from: text.startIndex, to: rest.startIndex) + 1 }
        while let first = rest.first {
            if rest.hasPrefix("\\{{") {
                literal += "{{"
                rest.removeFirst(3)
            } else if rest.hasPrefix("{{") {
                guard let end = rest.firstRange(of: "}}") else {
                    throw TemplateError("the placeholder at character \(position()) has no closing \"}}\"")
                }
                let start = rest.index(rest.startIndex, offsetBy: 2)
                guard let pointer = Self.pointer(rest[start..<end.lowerBound]) else {
                    throw TemplateError(
                        "the placeholder at character \(position()) is no path such as \"order.number\""
                    )
                }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(.value(pointer))
                rest = rest[end.upperBound...]
            } else {
                literal.append(first)
                rest.removeFirst()
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
        self.escapesHTML = escapesHTML
    }

    private static func pointer(_ text: Substring) -> JSONPointer? {
        let steps = text.trimmed.split(separator: ".", omittingEmptySubsequences: false)
        let isPath = steps.allSatisfy { step in
            !step.isEmpty && !step.contains { $0.isWhitespace || $0 == "{" || $0 == "}" }
        }
        return isPath ? JSONPointer(steps.map(String.init)) : nil
    }
}

extension Template {
    /// The text with the values of the data in it: texts as they are, numbers and booleans as JSON writes them.
    ///
    /// - Throws: ``TriggerError`` at the value that is missing, or that is no text, number or boolean.
    func filled(with data: JSONValue) throws(TriggerError) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .value(let pointer): text += try Self.text(of: data.value(at: pointer), at: pointer, escapesHTML)
            }
        }
        return text
    }

    /// As ``filled(with:)``, but a template that is nothing but one placeholder gives the value itself, whatever it is.
    ///
    /// - Throws: ``TriggerError`` at the value that is missing, or that does not go into a text.
    func value(filledWith data: JSONValue) throws(TriggerError) -> JSONValue {
        if case .value(let pointer)? = parts.first, parts.count == 1 { return try data.value(at: pointer) }
        return .string(try filled(with: data))
    }

    private static func text(
        of value: JSONValue,
        at pointer: JSONPointer,
        _ escapesHTML: Bool
    ) throws(TriggerError) -> String {
        switch value {
        case .string(let text): return escapesHTML ? text.escapedForHTML : text
        case .number(let number): return number.text
        case .bool(let bool): return bool ? "true" : "false"
        case .null, .array, .object:
            throw TriggerError("is \(value.kind); expected a text, a number or a boolean", at: pointer)
        }
    }
}

extension JSONValue {
    /// The value a placeholder names.
    ///
    /// - Throws: ``TriggerError`` at the whole path when it leads nowhere, wherever it breaks off.
    fileprivate func value(at pointer: JSONPointer) throws(TriggerError) -> JSONValue {
        var value = self
        for step in pointer.tokens {
            let next = value.array == nil ? value[step] : Int(step).flatMap { value[$0] }
            guard let next else { throw TriggerError("is missing", at: pointer) }
            value = next
        }
        return value
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

extension String {
    /// The text so that HTML shows it as it is, in content and in quoted attributes.
    fileprivate var escapedForHTML: String {
        reduce(into: "") { text, character in
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.append(character)
            }
        }
    }
}
