import Testing

@testable import FanfarePostgres

struct WaitingLineTests {
    @Test
    func `who came first goes first, but for one who goes ahead and those who left`() {
        var line = WaitingLine<String>()
        func next() -> String? { line.removeFirst() }
        #expect(next() == nil)
        let tickets = ["a", "b", "c", "d"].map { line.insert($0) }
        _ = line.insert("again", ahead: true)
        line.remove(tickets[0])
        line.remove(tickets[2])
        #expect(line.count == 3)
        #expect(next() == "again")
        #expect([next(), next(), next()] == ["b", "d", nil])
        line.remove(tickets[1])
        _ = line.insert("e")
        _ = line.insert("f", ahead: true)
        #expect(next() == "f")
        #expect(next() == "e")
        #expect(line.count == 0)
    }
}
