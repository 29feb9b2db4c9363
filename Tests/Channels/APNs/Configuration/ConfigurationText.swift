import FanfareCore
import Foundation

@testable import FanfareAPNs

/// The channel's section of a configuration, as text; its files are the fixtures.
struct ConfigurationText {
    private static let fixtures = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/keys")

    /// A credential that is right.
    static let credential =
        #"keyFile: "p8_good.p8", keyID: "ABC123DEFG", teamID: "TEAM123456", topic: "com.example.app""#

    let text: String
    var environment: [String: String] = [:]
    var isPreview = false

    /// - Parameter text: What stands inside `apns: {…}`.
    init(_ text: String, environment: [String: String] = [:], isPreview: Bool = false) {
        self.text = "{ apns: { \(text) } }"
        self.environment = environment
        self.isPreview = isPreview
    }

    /// The section with one credential, `default`, that has this text, and nothing else.
    static func credential(_ text: String, environment: [String: String] = [:]) -> ConfigurationText {
        ConfigurationText("credentials: { default: { \(text) } }", environment: environment)
    }

    static func fixture(_ name: String) throws -> String {
        try String(contentsOf: fixtures.appending(path: name), encoding: .utf8)
    }

    func read() throws -> APNsConfiguration {
        let source = ConfigurationSource(Array(text.utf8), fileName: "etc/fanfare.json5", environment: environment) {
            path in
            guard path.hasPrefix("etc/") else { throw CocoaError(.fileNoSuchFile) }
            return try Array(Data(contentsOf: Self.fixtures.appending(path: path.dropFirst(4))))
        }
        return try source.read { root in
            APNsPlugin().settings(from: root.section("apns"), isPreview: isPreview)
        }
    }

    /// The lines of the faults.
    func faults() throws -> [String] {
        do {
            _ = try read()
            return []
        } catch let error as ConfigurationError {
            return error.faults.map(\.description)
        }
    }
}
