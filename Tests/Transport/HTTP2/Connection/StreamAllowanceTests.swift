import Testing

@testable import FanfareHTTP2

@Suite struct StreamAllowanceTests {
    @Test
    func `no stream is opened before the peer has announced its limit`() {
        #expect(StreamAllowance(warmsUp: false).room(beside: 0) == 0)
    }

    @Test
    func `a limit that goes below what is open leaves no room and does no harm`() {
        var allowance = StreamAllowance(warmsUp: false)
        allowance.peerLimit = 10
        #expect(allowance.room(beside: 4) == 6)
        allowance.peerLimit = 1
        #expect(allowance.room(beside: 4) == 0)
        #expect(allowance.room(beside: 0) == 1)
        allowance.peerLimit = 0
        #expect(allowance.room(beside: 0) == 0)
        allowance.peerLimit = 100
        #expect(allowance.room(beside: 0) == 100)
    }

    @Test
    func `warming up allows one stream until the first answer`() {
        var allowance = StreamAllowance(warmsUp: true)
        #expect(!allowance.isWarming)
        allowance.peerLimit = 1000
        #expect(allowance.isWarming)
        #expect(allowance.room(beside: 0) == 1)
        #expect(allowance.room(beside: 1) == 0)
        allowance.peerLimit = 0
        #expect(allowance.room(beside: 0) == 0)
        allowance.peerLimit = 1000
        allowance.answered()
        #expect(!allowance.isWarming)
        #expect(allowance.room(beside: 1) == 999)
    }

    @Test
    func `a connection that is closing takes nothing`() {
        var allowance = StreamAllowance(warmsUp: false)
        allowance.peerLimit = 10
        allowance.close()
        #expect(allowance.room(beside: 0) == 0)
        allowance.peerLimit = 20
        #expect(allowance.room(beside: 0) == 0)
    }
}
