import FanfareCore

@testable import FanfareMail

/// The channel's section of a configuration, as text.
struct ConfigurationText {
    /// What every channel must say.
    static let from = #"from: "Shop <shop@example.com>""#

    let text: String
    var environment: [String: String] = [:]
    var files: [String: String] = [:]
    var isPreview = false

    /// - Parameter text: What stands inside `mail: {…}`, beside a sender.
    init(_ text: String, environment: [String: String] = [:], isPreview: Bool = false) {
        self.init(whole: "\(Self.from), \(text)", environment: environment, isPreview: isPreview)
    }

    /// - Parameter text: What stands inside `mail: {…}`.
    init(whole text: String, environment: [String: String] = [:], isPreview: Bool = false) {
        self.text = "{ mail: { \(text)\n} }"
        self.environment = environment
        self.isPreview = isPreview
    }

    func read() throws -> MailConfiguration {
        let source = ConfigurationSource(Array(text.utf8), fileName: "etc/fanfare.json5", environment: environment) {
            [files] path in
            guard let text = files[path] else { throw NoSuchFile() }
            return Array(text.utf8)
        }
        return try source.read { root in
            MailConfiguration(from: root.section("mail"), isPreview: isPreview)
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

    private struct NoSuchFile: Error {}
}
