import Foundation
import Testing

@testable import FanfareHTTP2

@Suite struct LoopMailboxTests {
    @Test
    func `a thread that is asleep is woken by one write, one that is awake by none`() throws {
        let pipe = try #require(WakePipe())
        let mailbox = LoopMailbox<Void>(waking: pipe)
        for _ in 1...100 { #expect(mailbox.post { _ in }) }
        #expect(bytes(in: pipe) == 0)
        #expect(!mailbox.fallAsleep())
        #expect(mailbox.take()?.jobs.count == 100)
        #expect(mailbox.fallAsleep())
        for _ in 1...100 { #expect(mailbox.post { _ in }) }
        #expect(bytes(in: pipe) == 1)
        #expect(mailbox.take()?.jobs.count == 100)
        mailbox.close()
        #expect(mailbox.take() == nil)
        #expect(!mailbox.post { _ in })
    }

    private func bytes(in pipe: WakePipe) -> Int {
        var buffer = [UInt8](repeating: 0, count: 200)
        return unsafe max(read(pipe.reader, &buffer, buffer.count), 0)
    }
}
