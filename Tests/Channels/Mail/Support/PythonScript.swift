import Foundation
import TestPrograms

/// A script from `Scripts`, which reads and writes JSON.
enum PythonScript {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func run(_ name: String, input: some Encodable) async throws -> Data {
        // Debian's packages are for Debian's own Python, which need not be the first one on the path.
        let system = "/usr/bin/python3"
        let python = FileManager.default.isExecutableFile(atPath: system) ? system : "python3"
        let (answer, status) = try await ChildProcess.run(
            "/usr/bin/env",
            [python, TestFile.path("Scripts/\(name).py")],
            input: String(decoding: JSONEncoder().encode(input), as: UTF8.self)
        )
        guard status == 0 else {
            throw Failure(description: "\(name).py did not run; Scripts/setup test installs what it needs")
        }
        return Data(answer.utf8)
    }
}
