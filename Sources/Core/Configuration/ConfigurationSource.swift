/// A configuration file and the world its references point into, all given by the caller: reading is pure.
public struct ConfigurationSource: Sendable {
    /// The file's content, JSON5 in UTF-8.
    public var bytes: [UInt8]
    /// The file's path as the user named it; relative paths inside are relative to its folder.
    public var fileName: String
    /// The variables that `"$env:NAME"` names.
    public var environment: [String: String]
    /// Reads a file that `"$file:PATH"` or a key names, by its path from where the process runs.
    public var readFile: @Sendable (String) throws -> [UInt8]

    /// Describes a configuration file.
    public init(
        _ bytes: [UInt8],
        fileName: String,
        environment: [String: String],
        readFile: @escaping @Sendable (String) throws -> [UInt8]
    ) {
        self.bytes = bytes
        self.fileName = fileName
        self.environment = environment
        self.readFile = readFile
    }

    /// Reads the whole configuration and makes something of it.
    ///
    /// - Parameter body: Reads what it knows from the root section; what it makes counts only if there is no fault.
    /// - Throws: `ConfigurationError` with all faults, unknown keys included; else what `body` throws.
    public func read<Value>(_ body: (ConfigurationSection) throws -> Value) throws -> Value {
        let root = try open()
        let value: Value
        do {
            value = try body(root)
        } catch {
            // What stopped the reading is most likely a consequence of the faults found before. Unknown keys are not
            // among them: the reading is not over.
            try root.reading.throwFaults()
            throw error
        }
        try root.finish()
        return value
    }

    /// Parses the file.
    ///
    /// - Throws: The one fault of a file that is no JSON5 or no object, with its line and column.
    func open() throws(ConfigurationError) -> ConfigurationSection {
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONParser(.json5).parse(bytes)
        } catch {
            let place = "\(fileName), line \(error.line), column \(error.column)"
            let path = ConfigurationPath(error.pointer)
            throw ConfigurationError([ConfigurationFault(path: path, problem: "\(error.code.explanation) (\(place))")])
        }
        guard let object = value.object else {
            let problem = "\(fileName) holds \(value.kind)"
            throw ConfigurationError([
                ConfigurationFault(path: ConfigurationPath(), problem: problem, remedy: "expected an object")
            ])
        }
        return ConfigurationSection(object, at: ConfigurationPath(), of: ConfigurationReading(self))
    }
}
