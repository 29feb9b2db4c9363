import FanfareCore
import Testing

@testable import FanfareHost

/// Holds answers against the OpenAPI document: the status must be listed, and the body must fit its schema.
enum OpenAPIReferee {
    static let document = OpenAPIDocument.json

    static func check(_ answer: TestAPI.Answer, to method: String, _ target: String, api: API) throws {
        guard let target = try? HTTPTarget(parsing: target) else { return }
        let verb = method == "HEAD" ? "GET" : method
        guard let path = api.pattern(of: HTTPRequest(method: HTTPMethod(rawValue: verb), target: target)),
            let operation = document["paths"]?[path]?[verb.lowercased()]
        else {
            // Only these two are answered where there is no operation.
            #expect([404, 405].contains(answer.status))
            #expect(faults(of: answer.json, in: problem).isEmpty, "\(answer.text)")
            return
        }
        let response = try #require(operation["responses"]?["\(answer.status)"], "\(method) \(path) \(answer.status)")
        guard method != "HEAD" else { return }
        guard let content = response["content"]?.object else {
            #expect(answer.text.isEmpty)
            return
        }
        let (mediaType, media) = try #require(content.first)
        let type = try #require(answer.headers.header("Content-Type"))
        #expect(type.prefix { $0 != ";" } == mediaType)
        guard mediaType.hasSuffix("json"), let schema = media["schema"] else { return }
        #expect(faults(of: answer.json, in: schema) == [], "\(method) \(path): \(answer.text)")
    }

    private static let problem: JSONValue = ["$ref": "#/components/schemas/Problem"]

    /// What is wrong with a value; knows the part of JSON Schema that the document uses, and reports what it does not.
    static func faults(of value: JSONValue, in schema: JSONValue, at place: JSONPointer = JSONPointer()) -> [String] {
        var faults: [String] = []
        for (keyword, rule) in schema.object ?? [:] {
            switch keyword {
            case "$ref":
                let name = String((rule.string ?? "").dropFirst("#/components/schemas/".count))
                guard let target = document["components"]?["schemas"]?[name] else { return ["no schema \(name)"] }
                faults += Self.faults(of: value, in: target, at: place)
            case "type":
                let kinds = rule.array?.compactMap(\.string) ?? [rule.string ?? ""]
                if !kinds.contains(where: { isKind($0, value) }) { faults.append("\(place) is no \(kinds)") }
            case "enum":
                if !(rule.array ?? []).contains(value) { faults.append("\(place) is not in the enum") }
            case "required":
                guard let object = value.object else { continue }
                for key in rule.array?.compactMap(\.string) ?? [] where object[key] == nil {
                    faults.append("\(place) has no \(key)")
                }
            case "properties":
                for (key, member) in value.object ?? [:] {
                    if let schema = rule[key] {
                        faults += Self.faults(of: member, in: schema, at: place.appending(key))
                    }
                }
            case "additionalProperties":
                for (key, member) in value.object ?? [:] where schema["properties"]?[key] == nil {
                    if rule == false { faults.append("\(place) has \(key)") }
                    if rule.object != nil { faults += Self.faults(of: member, in: rule, at: place.appending(key)) }
                }
            case "items":
                for (index, element) in (value.array ?? []).enumerated() {
                    faults += Self.faults(of: element, in: rule, at: place.appending(index))
                }
            case "oneOf":
                let fitting = (rule.array ?? []).filter { Self.faults(of: value, in: $0, at: place).isEmpty }
                if fitting.count != 1 { faults.append("\(place) fits \(fitting.count) of oneOf") }
            case "minLength":
                if let text = value.string, text.count < rule.number?.int ?? 0 { faults.append("\(place)") }
            case "maxLength":
                if let text = value.string, text.count > rule.number?.int ?? 0 { faults.append("\(place)") }
            case "minItems": if let list = value.array, list.count < rule.number?.int ?? 0 { faults.append("\(place)") }
            case "maxItems": if let list = value.array, list.count > rule.number?.int ?? 0 { faults.append("\(place)") }
            case "minimum": if let n = value.number?.int, n < rule.number?.int ?? 0 { faults.append("\(place)") }
            case "maximum": if let n = value.number?.int, n > rule.number?.int ?? 0 { faults.append("\(place)") }
            case "format":
                if rule == "date-time", let text = value.string, Timestamp(rfc3339: text)?.rfc3339 != text {
                    faults.append("\(place) is no time in UTC with milliseconds")
                }
            case "pattern", "description", "default": continue
            default: faults.append("the referee does not know \(keyword)")
            }
        }
        return faults
    }

    private static func isKind(_ kind: String, _ value: JSONValue) -> Bool {
        switch kind {
        case "null": value.isNull
        case "boolean": value.bool != nil
        case "integer": value.number?.int != nil
        case "string": value.string != nil
        case "array": value.array != nil
        case "object": value.object != nil
        default: false
        }
    }
}
