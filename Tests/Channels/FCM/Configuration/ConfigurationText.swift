import FanfareCore
import Foundation

@testable import FanfareFCM

/// The channel's section of a configuration, as text; its files are the fixtures.
struct ConfigurationText {
    /// A credential that is right.
    static let credential = #"serviceAccountFile: "service-accounts/sa_good.json""#

    let text: String
    var environment: [String: String] = [:]
    var isPreview = false

    /// - Parameter text: What stands inside `fcm: {…}`.
    init(_ text: String, environment: [String: String] = [:], isPreview: Bool = false) {
        self.text = "{ fcm: { \(text) } }"
        self.environment = environment
        self.isPreview = isPreview
    }

    /// The section with one credential, `default`, that has this text, and nothing else.
    static func credential(_ text: String, environment: [String: String] = [:]) -> ConfigurationText {
        ConfigurationText("credentials: { default: { \(text) } }", environment: environment)
    }

    func read() throws -> FCMConfiguration {
        let source = ConfigurationSource(Array(text.utf8), fileName: "etc/fanfare.json5", environment: environment) {
            path in
            guard path.hasPrefix("etc/") else { throw CocoaError(.fileNoSuchFile) }
            return try Fixture.bytes(String(path.dropFirst(4)))
        }
        return try source.read { root in
            FCMPlugin().settings(from: root.section("fcm"), isPreview: isPreview)
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
