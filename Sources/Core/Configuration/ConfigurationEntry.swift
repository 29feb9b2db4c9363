/// One of several things under a key, each of which may be an object or stand for one as a text.
public struct ConfigurationEntry: Sendable {
    /// Where it is in its file.
    public let path: ConfigurationPath
    /// The object; nil if it is none.
    public let section: ConfigurationSection?
    private let value: JSONValue
    private let reading: ConfigurationReading

    init(_ value: JSONValue, at path: ConfigurationPath, of reading: ConfigurationReading) {
        self.path = path
        self.value = value
        self.reading = reading
        section = value.object.map { ConfigurationSection($0, at: path, of: reading) }
    }

    /// The text, which no fault ever shows; anything else is a fault.
    public func secret() -> Secret<String>? { reading.read(value, at: path, as: .secret) }

    /// Notes a fault found by a check of the reader's own.
    ///
    /// - Parameters:
    ///   - problem: What is wrong. It is printed: no secrets, and no value that may come from `$env:`.
    ///   - remedy: What would be right.
    public func fault(_ problem: String, remedy: String? = nil) { reading.add(path, problem, remedy) }
}

extension ConfigurationSection {
    /// What the list under the key has; a single thing stands for a list of one, and none is there when the key is not.
    public func entries(_ key: String) -> [ConfigurationEntry] {
        guard let value = value(key) else { return [] }
        let path = path.appending(key)
        guard let elements = value.array else { return [ConfigurationEntry(value, at: path, of: reading)] }
        return elements.enumerated().map { ConfigurationEntry($1, at: path.appending($0), of: reading) }
    }
}
