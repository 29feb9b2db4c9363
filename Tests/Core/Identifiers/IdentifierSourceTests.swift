import FanfareCore
import FanfareTesting
import Foundation
import Testing

@Suite struct IdentifierSourceTests {
    let clock = ManualClock()

    private func millisecond(of id: NotificationID) -> Int64? {
        Int64(id.description.filter { $0 != "-" }.prefix(12), radix: 16)
    }

    @Test func `an identifier is a UUID of version 7 with the clock's milliseconds`() throws {
        let source = IdentifierSource(clock: clock)
        for _ in 0..<1000 {
            let id: NotificationID = source.next()
            let text = Array(id.description)
            #expect(text[14] == "7")
            #expect("89ab".contains(text[19]))
        }
        #expect(millisecond(of: IdentifierSource(clock: clock).next()) == clock.now.millisecondsSinceEpoch)
    }

    @Test func `ten thousand identifiers of one millisecond are strictly increasing`() {
        let source = IdentifierSource(clock: clock)
        let ids = (0..<10_000).map { _ in source.next(DeliveryID.self) }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        let texts = ids.map(\.description)
        #expect(zip(texts, texts.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `a clock that is set back does not set identifiers back`() {
        let source = IdentifierSource(clock: clock)
        var last: NotificationID = source.next()
        for step in [-1000, -1, 500, -86_400_000, 86_400_000, 1] {
            clock.advance(by: .milliseconds(step))
            let next: NotificationID = source.next()
            #expect(last < next)
            last = next
        }
    }

    @Test func `a clock before the epoch still gives increasing identifiers`() {
        let source = IdentifierSource(clock: ManualClock(now: Timestamp(millisecondsSinceEpoch: -5)))
        let first: NotificationID = source.next()
        #expect(first < source.next())
    }

    @Test func `tasks that share a source never get the same identifier`() async {
        let source = IdentifierSource(clock: clock)
        let ids = await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { (0..<1000).map { _ in source.next(DeviceID.self) } } }
            return await group.reduce(into: Set<DeviceID>()) { $0.formUnion($1) }
        }
        #expect(ids.count == 8000)
    }

    @Test func `the text form is read back, in any case`() throws {
        let id: MessageID = IdentifierSource(clock: clock).next()
        #expect(MessageID(id.description) == id)
        #expect(MessageID(id.description.uppercased()) == id)
        #expect(id.description == id.description.lowercased())
        #expect(try JSONDecoder().decode(MessageID.self, from: JSONEncoder().encode(id)) == id)
    }

    @Test(arguments: ["", "42", "0190b5a0-0000-7000-8000-00000000000", "zzzzzzzz-0000-7000-8000-000000000000"])
    func `what is no UUID is no identifier`(text: String) {
        #expect(DeviceID(text) == nil)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DeviceID.self, from: Data("\"\(text)\"".utf8)) }
    }

    @Test func `the text form is that of the UUID, in lower case`() {
        for _ in 0..<200 {
            let uuid = UUID()
            #expect(DeliveryID(rawValue: uuid).description == uuid.uuidString.lowercased())
        }
    }
}
