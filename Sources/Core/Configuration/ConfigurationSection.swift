/// An object of the configuration, from which a plug-in reads its own keys.
///
/// Reading never stops at a fault: every accessor notes what is wrong, gives back what stands for "not there" (`nil`,
/// the default, an empty text), and ``finish()`` or ``ConfigurationSource/read(_:)`` throws all faults at once. So a
/// reader needs no `try`, and what it makes of a faulty section is never used.
///
/// - `null` counts as not there.
/// - A text `"$env:NAME"` or `"$file:PATH"` stands for the variable's or the file's text; of a file's, one line end at
///   its end is dropped. Where a number or a boolean is expected, that text is read as one.
/// - A key is known once an accessor asked for it, whether it is there or not; all others are faults in the end.
public struct ConfigurationSection: Sendable {
    /// Where the section is in its file.
    public let path: ConfigurationPath
    let reading: ConfigurationReading
    private let object: [String: JSONValue]

    init(_ object: [String: JSONValue], at path: ConfigurationPath, of reading: ConfigurationReading) {
        self.object = object
        self.path = path
        self.reading = reading
        reading.open(path, keys: object.keys)
    }

    /// The keys that are there, sorted; asking does not make them known.
    public var keys: [String] {
        object.filter { !$0.value.isNull }.keys.sorted()
    }

    /// Whether the key is there.
    public func isPresent(_ key: String) -> Bool {
        value(key) != nil
    }

    /// Notes a fault for each of these keys that is not there.
    public func require(_ keys: String...) {
        for key in keys where !isPresent(key) {
            missing(key)
        }
    }

    /// Notes a fault found by a check of the reader's own.
    ///
    /// - Parameters:
    ///   - key: The key it is about.
    ///   - problem: What is wrong. It is printed: no secrets, and no value that may come from `$env:`.
    ///   - remedy: What would be right.
    public func fault(at key: String, _ problem: String, remedy: String? = nil) {
        reading.mark(key, of: path)
        reading.add(path.appending(key), problem, remedy)
    }

    /// Ends the reading, of the whole file.
    ///
    /// - Throws: All faults noted in any section, and one for every key of a section that nobody asked for.
    public func finish() throws(ConfigurationError) {
        try reading.finish()
    }
}

extension ConfigurationSection {
    /// The object under the key; an empty one when it is not there.
    public func section(_ key: String) -> ConfigurationSection {
        value(key).flatMap { subsection($0, at: path.appending(key)) }
            ?? ConfigurationSection([:], at: path.appending(key), of: reading)
    }

    /// The objects inside the object under the key, by names the user chose; none when it is not there.
    public func sections(_ key: String) -> [String: ConfigurationSection] {
        let outer = section(key)
        var sections: [String: ConfigurationSection] = [:]
        for name in outer.keys {
            sections[name] = outer.value(name).flatMap { subsection($0, at: outer.path.appending(name)) }
        }
        return sections
    }

    /// The value under the key as it is, with its references followed; its inner keys are not checked.
    public func json(_ key: String) -> JSONValue? {
        value(key).map { reading.resolve($0, at: path.appending(key)) }
    }

    private func subsection(_ value: JSONValue, at path: ConfigurationPath) -> ConfigurationSection? {
        guard let object = value.object else {
            mismatch(value, at: path, expected: "an object")
            return nil
        }
        return ConfigurationSection(object, at: path, of: reading)
    }
}

extension ConfigurationSection {
    /// The raw value of a key, which is known from now on.
    func value(_ key: String) -> JSONValue? {
        reading.mark(key, of: path)
        guard let value = object[key], !value.isNull else { return nil }
        return value
    }

    func value<Value>(_ key: String, _ kind: ConfigurationKind<Value>) -> Value? {
        value(key).flatMap { reading.read($0, at: path.appending(key), as: kind) }
    }

    /// The elements of a list that are right.
    func list<Value>(_ key: String, _ kind: ConfigurationKind<Value>, allowingOne: Bool) -> [Value]? {
        guard let value = value(key) else { return nil }
        let path = path.appending(key)
        if let elements = value.array {
            return elements.enumerated().compactMap { index, element in
                reading.read(element, at: path.appending(index), as: kind)
            }
        }
        if allowingOne { return reading.read(value, at: path, as: kind).map { [$0] } }
        mismatch(value, at: path, expected: "a list, each \(kind.expected)")
        return nil
    }

    func missing(_ key: String, expected: String? = nil) {
        fault(at: key, "missing", remedy: expected.map { "expected \($0)" })
    }

    private func mismatch(_ value: JSONValue, at path: ConfigurationPath, expected: String) {
        reading.add(path, "found \(value.kind)", "expected \(expected)")
    }
}
