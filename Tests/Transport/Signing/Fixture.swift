import Foundation

/// A file that people really have, from `Fixtures`.
enum Fixture {
    static func contents(of path: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        return Array(try Data(contentsOf: folder.appending(path: path)))
    }

    static func text(of path: String) throws -> String {
        String(decoding: try contents(of: path), as: UTF8.self)
    }

    /// The private key in a service account's JSON.
    static func privateKey(inServiceAccount file: String) throws -> String {
        struct Account: Decodable {
            let private_key: String
        }
        let json = Data(try contents(of: "service-accounts/\(file)"))
        return try JSONDecoder().decode(Account.self, from: json).private_key
    }
}
