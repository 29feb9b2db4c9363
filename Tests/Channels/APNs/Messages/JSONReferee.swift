import Foundation

/// Python's own JSON module, which judges bodies independently.
enum JSONReferee {
    struct Refusal: Error, CustomStringConvertible {
        let description = "Python refused a body, or did not run"
    }

    /// Reads bodies and writes them again: without blanks, keys sorted, nothing escaped that need not be.
    static func rewritten(_ bodies: [[UInt8]]) throws -> [[UInt8]] {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bodies.joined(separator: [0x0A])))
        try input.fileHandleForWriting.close()
        let lines = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Refusal() }
        return lines.split(separator: 0x0A).map(Array.init)
    }

    private static let script = """
        import json, sys
        def unique(pairs):
            keys = [key for key, _ in pairs]
            assert len(keys) == len(set(keys)), keys
            return dict(pairs)
        for line in sys.stdin.buffer.read().split(b"\\n"):
            value = json.loads(line.decode(), object_pairs_hook=unique)
            text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)
            sys.stdout.buffer.write(text.encode() + b"\\n")
        """
}
