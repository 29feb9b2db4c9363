import Testing

@testable import FanfareHTTP2

@Suite struct ExchangeEndTests {
    @Test(arguments: [0x0, 0x2, 0x7, 0x8] as [UInt32])
    func `a status is the answer, whatever closed the stream after it`(code: UInt32) {
        #expect(ExchangeEnd(closedWith: code, hasStatus: true, returns: 9) == .answer)
    }

    @Test
    func `a refused stream is opened again, but not for ever`() {
        for returns in 0..<5 {
            #expect(ExchangeEnd(closedWith: 0x7, hasStatus: false, returns: returns) == .again)
        }
        #expect(ExchangeEnd(closedWith: 0x7, hasStatus: false, returns: 5) == .fail(.notSent, .refused))
    }

    @Test(arguments: [0x0, 0x1, 0x2, 0x8, 0xb] as [UInt32])
    func `a stream that was closed in another way without an answer is uncertain`(code: UInt32) {
        #expect(ExchangeEnd(closedWith: code, hasStatus: false, returns: 0) == .fail(.uncertain, .reset))
    }

    @Test
    func `a lost connection leaves what was written uncertain and gives back what was not`() {
        func end(_ isWritten: Bool, _ hasStatus: Bool, _ returns: Int = 0) -> ExchangeEnd {
            ExchangeEnd(lostBecause: .connectionLost, isWritten: isWritten, hasStatus: hasStatus, returns: returns)
        }
        #expect(end(true, false) == .fail(.uncertain, .connectionLost))
        #expect(end(true, true) == .answer)
        #expect(end(false, false) == .again)
        #expect(end(false, false, 5) == .fail(.notSent, .connectionLost))
    }
}
