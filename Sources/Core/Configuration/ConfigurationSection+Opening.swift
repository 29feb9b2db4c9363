extension ConfigurationSection {
    /// Opens a configuration, for readers that call ``finish()`` themselves.
    ///
    /// - Parameters:
    ///   - text: The file's content, JSON5.
    ///   - fileName: The file's path; relative paths inside are relative to its folder.
    ///   - environment: The variables that `"$env:NAME"` names.
    ///   - readFile: Reads a file by its path from where the process runs.
    /// - Throws: The one fault of a file that is no JSON5 or no object, with its line and column.
    public static func read(
        text: String,
        fileName: String,
        environment: [String: String],
        readFile: @escaping @Sendable (String) throws -> [UInt8]
    ) throws(ConfigurationError) -> ConfigurationSection {
        try ConfigurationSource(Array(text.utf8), fileName: fileName, environment: environment, readFile: readFile)
            .open()
    }
}
