import Foundation
import Testing

@testable import FanfareHost

/// The file system as commands see it outside of tests.
struct SurroundingsTests {
    @Test func `a file is written into a folder that is made for it, and replaces what was there`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let surroundings = Surroundings(variables: [:])
        let path = folder.appending(path: "a/b.txt").path
        #expect(!surroundings.isFolder(folder.path))
        for bytes in [Array("longer".utf8), Array("short".utf8)] {
            try surroundings.writeFile(path, bytes)
            #expect(try surroundings.readFile(path) == bytes)
        }
        #expect(surroundings.isFolder(folder.path) && !surroundings.isFolder(path))
        #expect(throws: (any Error).self) { try surroundings.writeFile(folder.appending(path: "a").path, []) }
        #expect(throws: (any Error).self) { try surroundings.writeFile(path + "/c.txt", []) }
    }
}
