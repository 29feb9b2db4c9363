import Foundation

/// Files of these tests that are no sources.
enum TestFile {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    static func path(_ path: String) -> String { folder.appending(path: path).path }

    /// The JSON of one of the failure cases' files.
    static func fixture<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        let data = try Data(contentsOf: folder.appending(path: "Fixtures/\(name).json"))
        return try JSONDecoder().decode(type, from: data)
    }
}
