import FanfareCore
import Testing

@testable import FanfareHost

struct NotificationTemplateTests {
    private func trigger(_ type: String, _ data: JSONValue) throws -> TriggeredNotification {
        let world = World(
            """
            { store: "shared:", channels: { pager: { key: "k" }, log: {} }, notifications: {
              "order.shipped": { \(type) } } }
            """
        )
        let notification = try #require(try world.configuration().catalog["order.shipped"])
        return try notification.trigger(data)
    }

    private func message(_ triggered: TriggeredNotification) async throws -> PagerMessage {
        let ways = triggered.draft.ways(HostRecipient(user: "42"))
        let rendering = try #require(ways.first?.renderings.first)
        return try await rendering.message(HostRecipient(user: "42")).decoded(as: PagerMessage.self)
    }

    @Test func `a type is filled in for each channel`() async throws {
        let triggered = try trigger(
            """
            via: ["push", "log"], category: "alerts", title: "Order #{{n}}", body: "b", link: "/orders/{{n}}",
            data: { number: "{{n}}", text: "no. {{n}}", list: ["{{n}}"] }, pager: { html: "<i>{{who}}</i>" },
            collapseKey: "order-{{n}}", expiresIn: "1h", priority: "high"
            """,
            ["n": 7, "who": "A&B"]
        )
        let message = try await message(triggered)
        #expect(message.text == "Order #7")
        #expect(message.html == "<i>A&amp;B</i>")
        #expect(message.data == ["number": 7, "text": "no. 7", "list": [7]])
        #expect(triggered.collapseKey == "order-7")
        #expect(triggered.expiresIn == .seconds(3600))
        #expect(triggered.priority == .high)
        let draft = triggered.draft
        #expect(draft.category == "alerts")
        #expect(draft.ways(HostRecipient(user: "42")).map(\.name) == ["push", "log"])
        #expect(draft.ways(HostRecipient(user: "42")).flatMap(\.renderings).map(\.channel) == ["pager", "log"])
        let summary = draft.summary(HostRecipient(user: "42"))
        #expect(summary.title == "Order #7")
        #expect(summary.link == "/orders/7")
        #expect(try summary.data?.decoded(as: JSONValue.self)["number"] == 7)
    }

    @Test(arguments: [
        "title: \"{{order.number}}\"", "data: { x: [\"{{order.number}}\"] }", "pager: { html: \"{{order.number}}\" }",
    ])
    func `a missing value is named by its place in the data`(field: String) {
        let error = #expect(throws: TriggerError.self) { try trigger("via: [\"push\"], \(field)", ["order": [:]]) }
        #expect(error?.pointer.description == "/order/number")
    }

    @Test func `a badge is a number, also from a placeholder`() throws {
        #expect(throws: TriggerError.self) { try trigger("via: [\"push\"], badge: \"{{n}}\"", ["n": "many"]) }
        _ = try trigger("via: [\"push\"], badge: \"{{n}}\"", ["n": 3])
        _ = try trigger("via: [\"push\"], badge: 0", [:])
    }
}
