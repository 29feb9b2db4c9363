internal import FoundationEssentials

/// A file that goes when it is let go, if not before.
final class TemporaryFile: Sendable {
    let path: String

    /// Writes a text to a new file.
    init(_ text: String, ending: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "fanfare-\(UUID().uuidString).\(ending)")
        try Data(text.utf8).write(to: file)
        path = file.path
    }

    deinit { remove() }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
