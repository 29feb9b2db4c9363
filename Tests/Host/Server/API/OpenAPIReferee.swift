import FanfareCore
import Testing

@testable import FanfareHost

/// Holds calls against the OpenAPI document: a status must be listed, the body of an answer must fit its schema, and so
/// must the body of a request that was taken.
enum OpenAPIReferee {
    /// How times are to be written: in requests with any offset, in answers in UTC with milliseconds.
    enum Times { case anyOffset, utc }

    static let document = OpenAPIDocument.json

    static func check(_ answer: TestAPI.Answer, to method: String, _ target: String, _ body: String?, api: API) throws {
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
        if let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"], answer.status < 300,
            // Of a batch the bad ones are refused and the others taken.
            !answer.text.contains("\"error\"")
        {
            let request = try JSONParser().parse(body ?? "")
            #expect(faults(of: request, in: schema, times: .anyOffset) == [], "\(body ?? "")")
        }
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
    static func faults(
        of value: JSONValue,
        in schema: JSONValue,
        at place: JSONPointer = JSONPointer(),
        times: Times = .utc
    ) -> [String] {
        var faults: [String] = []
        for (keyword, rule) in schema.object ?? [:] {
            switch keyword {
            case "$ref":
                let name = String((rule.string ?? "").dropFirst("#/components/schemas/".count))
                guard let target = document["components"]?["schemas"]?[name] else { return ["no schema \(name)"] }
                faults += Self.faults(of: value, in: target, at: place, times: times)
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
                        faults += Self.faults(of: member, in: schema, at: place.appending(key), times: times)
                    }
                }
            case "additionalProperties":
                for (key, member) in value.object ?? [:] where schema["properties"]?[key] == nil {
                    if rule == false { faults.append("\(place) has \(key)") }
                    if rule.object != nil {
                        faults += Self.faults(of: member, in: rule, at: place.appending(key), times: times)
                    }
                }
            case "items":
                for (index, element) in (value.array ?? []).enumerated() {
                    faults += Self.faults(of: element, in: rule, at: place.appending(index), times: times)
                }
            case "oneOf":
                let fitting = (rule.array ?? []).filter {
                    Self.faults(of: value, in: $0, at: place, times: times).isEmpty
                }
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
                guard rule == "date-time", let text = value.string else { continue }
                guard let time = Timestamp(rfc3339: text), times == .anyOffset || time.rfc3339 == text else {
                    faults.append("\(place) is no time")
                    continue
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
