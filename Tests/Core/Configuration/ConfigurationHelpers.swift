import FanfareCore

/// A configuration in memory; its files are a dictionary.
struct MemoryConfiguration {
    var text: String
    var fileName = "etc/fanfare.json5"
    var environment: [String: String] = [:]
    var files: [String: String] = [:]

    private struct NoSuchFile: Error {}

    var source: ConfigurationSource {
        ConfigurationSource(Array(text.utf8), fileName: fileName, environment: environment) { [files] path in
            guard let content = files[path] else { throw NoSuchFile() }
            return Array(content.utf8)
        }
    }

    /// Reads a configuration that must be right.
    func read<Value>(_ body: (ConfigurationSection) -> Value) throws -> Value {
        try source.read(body)
    }

    /// Reads a configuration and gives the lines of its faults.
    func faults(_ body: (ConfigurationSection) -> Void) throws -> [String] {
        do {
            try source.read(body)
            return []
        } catch let error as ConfigurationError {
            return error.faults.map(\.description)
        }
    }
}
