import Foundation
import TestPrograms
import Testing

/// Programs beside tests do not get into each other's way, however many start at the same moment.
@Suite(.timeLimit(.minutes(3)))
struct ChildProcessTests {
    @Test func `a program reads, writes and ends`() async throws {
        let cat = try ChildProcess("/bin/cat")
        cat.write("one\ntw")
        #expect(await cat.line() == "one")
        cat.write("o\nthree")
        #expect(await cat.line() == "two")
        cat.finishInput()
        #expect(await cat.line() == "three")
        #expect(await cat.line() == nil)
        #expect(await cat.wait() == 0)
    }

    @Test(arguments: [
        (ChildProcess.Reading.output, "out\n"), (.errors, "err\n"), (.both, "out\nerr\n"), (.nothing, ""),
    ])
    func `what is read of a program is what was asked for`(reading: ChildProcess.Reading, text: String) async throws {
        let script = reading == .output ? "echo out" : "echo out; echo err >&2"
        let (output, status) = try await ChildProcess.run("/bin/sh", ["-c", "\(script); exit 7"], reading: reading)
        #expect(output == text)
        #expect(status == 7)
    }

    @Test func `more than a pipe holds goes through a program`() async throws {
        let text = String(repeating: "0123456789abcdef", count: 60_000)
        #expect(try await ChildProcess.run("/bin/cat", input: text) == (text, 0))
        #expect(try await ChildProcess.run("/bin/true", input: text) == ("", 0), "it is not read, and that is no harm")
    }

    @Test func `a program has the variables it is given`() async throws {
        let env = try ChildProcess("/usr/bin/env", environment: ["ANSWER": "42"])
        #expect(await env.line() == "ANSWER=42")
        #expect(await env.line() == nil)
    }

    @Test func `a program that does not exist is not started`() {
        #expect(throws: ChildProcess.Failure.self) { try ChildProcess("/nonexistent") }
    }

    @Test func `short programs end while long ones that started with them live`() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 1...8 {
                group.addTask {
                    let long = try ChildProcess("/bin/cat")
                    for _ in 1...20 { #expect(try await ChildProcess.run("/bin/true") == ("", 0)) }
                    return long
                }
            }
            for try await long in group {
                long.write("alive\n")
                #expect(await long.line() == "alive")
            }
        }
    }

    @Test func `a pipe of somebody else ends, though a program lives that started while it was open`() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        defer { close(ends[0]) }
        let cat = try ChildProcess("/bin/cat")
        close(ends[1])
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        // Another program may be about to start, and has not closed it yet.
        var byte: UInt8 = 0
        while unsafe read(ends[0], &byte, 1) != 0 { try await Task.sleep(for: .milliseconds(1)) }
        withExtendedLifetime(cat) {}
    }

    #if os(Linux)
        @Test func `a program has its three files and no other`() async throws {
            let leak = unsafe open("/dev/null", O_RDONLY)
            defer { close(leak) }
            let cat = try ChildProcess("/bin/cat")
            // Until then it may have its libraries open.
            cat.write("started\n")
            #expect(await cat.line() == "started")
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(cat.identifier)/fd")
            #expect(Set(files) == ["0", "1", "2"])
        }
    #endif

    @Test func `a program started where signals are blocked takes them`() async throws {
        let cat: ChildProcess = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                var all = sigset_t()
                unsafe sigfillset(&all)
                unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
                continuation.resume(with: Result { try ChildProcess("/bin/cat") })
            }
        }
        cat.signal(SIGTERM)
        #expect(await cat.wait() == -SIGTERM)
    }

    @Test func `a program is killed when nobody refers to it any more`() async throws {
        var cat: ChildProcess? = try ChildProcess("/bin/cat")
        let identifier = try #require(cat?.identifier)
        #expect(kill(identifier, 0) == 0)
        cat = nil
        // It is reaped on another thread.
        while kill(identifier, 0) == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func `a run ends at its limit, even if a program's own child keeps its output open`() async throws {
        let limit = Duration.milliseconds(200)
        #expect(try await ChildProcess.run("/bin/sleep", ["60"], within: limit) == ("", -SIGKILL))
        let start = ContinuousClock.now
        let arguments = ["-c", "sleep 30 & echo x"]
        #expect(try await ChildProcess.run("/bin/sh", arguments, reading: .both, within: limit) == ("x\n", 0))
        #expect(ContinuousClock.now - start < .seconds(25))
    }

    @Test func `a task that is cancelled while it waits ends the program`() async throws {
        let cat = try ChildProcess("/bin/cat")
        let task = Task { (await cat.line(), await cat.wait()) }
        task.cancel()
        #expect(await task.value == (nil, -SIGKILL))
    }
}
