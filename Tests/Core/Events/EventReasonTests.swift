import FanfareCore
import Testing

@Suite struct EventReasonTests {
    @Test func `a reason reads as its code and its detail`() {
        #expect(EventReason.unknownType.description == "unknown-type")
        #expect(EventReason.wrongData("/name is missing").description == "wrong-data: /name is missing")
    }

    @Test func `a detail that is too long is cut, so that it can be stored`() {
        let reason = EventReason("code", detail: String(repeating: "é", count: 10_000))
        #expect(reason.detail?.count == EventReason.detailLimit)
    }

    @Test func `numbers of events are read as they are written, and nothing else is`() {
        #expect(EventID("12") == EventID(rawValue: 12))
        #expect(EventID(EventID(rawValue: .max).description) == EventID(rawValue: .max))
        #expect(EventID("1.5") == nil)
        #expect(EventID("all") == nil)
    }
}
