import Foundation

/// The files of the cases.
enum Fixture {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

    static func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: folder.appending(path: name))) }

    static func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    static func serviceAccount(_ name: String = "sa_good.json") throws -> String {
        try text("service-accounts/\(name)")
    }
}
