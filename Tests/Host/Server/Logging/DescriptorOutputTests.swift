import Foundation
import Synchronization
import Testing

@testable import FanfareHost

/// Real pipes: what matters here is what the system does.
@Suite(.timeLimit(.minutes(1)))
struct DescriptorOutputTests {
    init() {
        // As the host does; for the whole process, which the other tests do not mind.
        _ = signal(SIGPIPE, SIG_IGN)
    }

    @Test func `lines of many threads never mix`() async {
        let pipe = Pipe()
        let output = DescriptorOutput(pipe.fileHandleForWriting.fileDescriptor)
        let written = await withTaskGroup { group in
            for writer in 0..<8 {
                group.addTask {
                    let letter = UInt8(ascii: "a") + UInt8(writer)
                    let line = [UInt8](repeating: letter, count: 500 + writer * 400) + [UInt8(ascii: "\n")]
                    // Few enough bytes for a pipe nobody reads yet: nothing is lost.
                    return (0..<3).count { _ in output.write(line) }
                }
            }
            return await group.reduce(0, +)
        }
        try? pipe.fileHandleForWriting.close()
        let lines = pipe.fileHandleForReading.readDataToEndOfFile().split(separator: UInt8(ascii: "\n"))
        #expect(written == lines.count)
        #expect(lines.allSatisfy { Set($0).count == 1 })
    }

    @Test func `a reader that does not keep up costs lines, not time`() {
        let pipe = Pipe()
        let output = DescriptorOutput(pipe.fileHandleForWriting.fileDescriptor)
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: LogLine.limit - 1) + [UInt8(ascii: "\n")]
        let start = ContinuousClock.now
        let written = (0..<1000).count { _ in output.write(line) }
        #expect(written > 0 && written < 1000)
        #expect(start.duration(to: .now) < .seconds(5), "one wait of 50 ms, not a thousand")
        let read = pipe.fileHandleForReading.readData(ofLength: written * line.count)
        #expect(read.count == written * line.count)
        #expect(output.write(line), "there is room again")
    }

    @Test func `a closed pipe costs lines, not the process`() throws {
        let pipe = Pipe()
        let output = DescriptorOutput(pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForReading.close()
        #expect(!output.write(Array("line\n".utf8)))
        #expect(!output.write(Array("line\n".utf8)))
    }

    @Test func `a descriptor that is not open costs lines`() {
        #expect(!DescriptorOutput(1_000_000).write(Array("line\n".utf8)))
        #expect(!DescriptorOutput(1_000_000).isTerminal)
    }
}
