import TestPrograms

/// Python's own JSON module, which judges bodies independently.
enum JSONReferee {
    struct Refusal: Error, CustomStringConvertible {
        let description = "Python refused a body, or did not run"
    }

    /// Reads bodies and writes them again: without blanks, keys sorted, nothing escaped that need not be.
    static func rewritten(_ bodies: [[UInt8]]) async throws -> [[UInt8]] {
        let input = String(decoding: Array(bodies.joined(separator: [0x0A])), as: UTF8.self)
        let (output, status) = try await ChildProcess.run("/usr/bin/env", ["python3", "-c", script], input: input)
        guard status == 0 else { throw Refusal() }
        return output.utf8.split(separator: 0x0A).map(Array.init)
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
