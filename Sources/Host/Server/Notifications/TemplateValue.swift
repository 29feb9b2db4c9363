import FanfareCore

/// A JSON value whose texts are templates: the `data` of a notification type, or its block for a channel.
indirect enum TemplateValue: Hashable, Sendable {
    case constant(JSONValue)
    case text(Template)
    case array([TemplateValue])
    case object([String: TemplateValue])

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - key: The key the value stands under; below `html` values are escaped.
    ///   - path: Where the value is, in words a fault may use.
    ///   - fault: Is told of each text that is no template: where it is inside the value, and what is wrong.
    init(
        _ value: JSONValue,
        under key: String,
        at path: ConfigurationPath = ConfigurationPath(),
        fault: (ConfigurationPath, TemplateError) -> Void
    ) {
        switch value {
        case .string(let text):
            do throws(TemplateError) {
                self = .text(try Template(text, escapesHTML: key == "html"))
            } catch {
                fault(path, error)
                self = .constant(value)
            }
        case .array(let elements):
            self = .array(
                elements.enumerated().map { index, element in
                    TemplateValue(element, under: key, at: path.appending(index), fault: fault)
                }
            )
        case .object(let members):
            self = .object(
                Dictionary(
                    members.map { ($0, TemplateValue($1, under: $0, at: path.appending($0), fault: fault)) },
                    uniquingKeysWith: { $1 }
                )
            )
        case .null, .bool, .number:
            self = .constant(value)
        }
    }

    /// The value with the data's values in its texts.
    ///
    /// - Parameter keepingTypes: Whether a text that is nothing but one placeholder becomes the value itself.
    /// - Throws: ``TriggerError``.
    func filled(with data: JSONValue, keepingTypes: Bool) throws(TriggerError) -> JSONValue {
        switch self {
        case .constant(let value):
            return value
        case .text(let template):
            return keepingTypes ? try template.value(filledWith: data) : .string(try template.filled(with: data))
        case .array(let elements):
            var values: [JSONValue] = []
            for element in elements { values.append(try element.filled(with: data, keepingTypes: keepingTypes)) }
            return .array(values)
        case .object(let members):
            var values: [String: JSONValue] = [:]
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                values[key] = try member.filled(with: data, keepingTypes: keepingTypes)
            }
            return .object(values)
        }
    }
}
