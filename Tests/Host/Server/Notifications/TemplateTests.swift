import FanfareCore
import Testing

@testable import FanfareHost

struct TemplateTests {
    private let data: JSONValue = [
        "order": ["number": 7, "price": .number(JSONNumber("10.50") ?? JSONNumber(0)), "paid": true, "note": .null],
        "items": [["name": "tea"], ["name": "<b>"]],
        "name": "a & \"b\"",
    ]

    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("#{{order.number}}!", "#7!"), ("{{ order.number }}", "7"),
        ("{{order.price}}", "10.50"), ("{{order.paid}}", "true"), ("{{items.0.name}}{{items.1.name}}", "tea<b>"),
        ("\\{{order.number}}", "{{order.number}}"), ("{ {x} }}", "{ {x} }}"), ("\\n{{name}}", "\\na & \"b\""),
    ])
    func `values are inserted as JSON writes them`(text: String, expected: String) throws {
        #expect(try Template(text).filled(with: data) == expected)
    }

    @Test func `values are escaped for HTML, the text around them is not`() throws {
        let template = try Template("<p>{{name}}{{items.1.name}}</p>", escapesHTML: true)
        #expect(try template.filled(with: data) == "<p>a &amp; &quot;b&quot;&lt;b&gt;</p>")
    }

    @Test(arguments: ["{{order", "{{}}", "{{ }}", "{{a..b}}", "{{.a}}", "{{a b}}", "x{{a}}{{", "{{{a}}"])
    func `a malformed placeholder is refused`(text: String) {
        #expect(throws: TemplateError.self) { try Template(text) }
    }

    @Test func `the place of a malformed placeholder is named`() {
        #expect(throws: TemplateError("the placeholder at character 3 has no closing \"}}\"")) { try Template("ab{{x") }
    }

    @Test(arguments: [
        ("{{order.missing}}", "/order/missing", "is missing"), ("{{nothing.at.all}}", "/nothing/at/all", "is missing"),
        ("{{items.2.name}}", "/items/2/name", "is missing"), ("{{name.first}}", "/name/first", "is missing"),
        ("{{order}}", "/order", "is an object; expected a text, a number or a boolean"),
        ("{{items}}", "/items", "is an array; expected a text, a number or a boolean"),
        ("{{order.note}}", "/order/note", "is null; expected a text, a number or a boolean"),
    ])
    func `what does not go into a text is named by its place`(text: String, pointer: String, problem: String) throws {
        let template = try Template(text)
        let error = #expect(throws: TriggerError.self) { try template.filled(with: data) }
        #expect(error?.pointer.description == pointer)
        #expect(error?.description == problem)
    }

    @Test func `a lone placeholder can keep its type`() throws {
        #expect(try Template("{{order.number}}").value(filledWith: data) == 7)
        #expect(try Template("{{order.paid}}").value(filledWith: data) == true)
        #expect(try Template("#{{order.number}}").value(filledWith: data) == "#7")
    }
}
