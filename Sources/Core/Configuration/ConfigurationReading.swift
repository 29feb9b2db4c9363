internal import Synchronization

/// One run through a configuration, shared by all its sections: what was asked for and what was wrong.
final class ConfigurationReading: Sendable {
    private struct State {
        var faults: Set<ConfigurationFault> = []
        var sections: [ConfigurationPath: Keys] = [:]
    }

    private struct Keys {
        var present: Set<String>
        var known: Set<String> = []
    }

    private let source: ConfigurationSource
    private let state = Mutex(State())

    init(_ source: ConfigurationSource) {
        self.source = source
    }

    func add(_ fault: ConfigurationFault) {
        _ = state.withLock { $0.faults.insert(fault) }
    }

    func add(_ path: ConfigurationPath, _ problem: String, _ remedy: String? = nil) {
        add(ConfigurationFault(path: path, problem: problem, remedy: remedy))
    }

    /// From now on the keys of the section are checked. A section may be opened again.
    func open(_ path: ConfigurationPath, keys: some Sequence<String>) {
        state.withLock { state in
            if state.sections[path] == nil { state.sections[path] = Keys(present: Set(keys)) }
        }
    }

    func mark(_ key: String, of path: ConfigurationPath) {
        _ = state.withLock { $0.sections[path]?.known.insert(key) }
    }

    func throwFaults() throws(ConfigurationError) {
        let faults = state.withLock { $0.faults }
        if !faults.isEmpty { throw ConfigurationError(faults) }
    }

    /// - Throws: All faults, and one for every key of an opened section that nobody asked for.
    func finish() throws(ConfigurationError) {
        let (faults, sections) = state.withLock { ($0.faults, $0.sections) }
        let unknown = sections.flatMap { path, keys in
            keys.present.subtracting(keys.known).map { Self.unknown($0, in: path, known: keys.known.sorted()) }
        }
        if !faults.isEmpty || !unknown.isEmpty { throw ConfigurationError(faults.union(unknown)) }
    }

    private static func unknown(
        _ key: String,
        in path: ConfigurationPath,
        known: [String]
    ) -> ConfigurationFault {
        let suggestion = SpellingSuggestion.nearest(to: key, among: known).map { "did you mean \"\($0)\"? " } ?? ""
        let list = known.isEmpty ? "no key is known here" : "known keys: " + known.joined(separator: ", ")
        return ConfigurationFault(path: path.appending(key), problem: "unknown key", remedy: suggestion + list)
    }
}

extension ConfigurationReading {
    private static let environmentPrefix = "$env:"
    private static let filePrefix = "$file:"

    /// Follows a reference; a text that is none stands for itself.
    ///
    /// - Returns: `nil` when the reference leads nowhere, which is then among the faults.
    func resolve(_ text: String, at path: ConfigurationPath) -> ConfigurationText? {
        if text.hasPrefix(Self.environmentPrefix) {
            let name = String(text.dropFirst(Self.environmentPrefix.count))
            guard let value = source.environment[name] else {
                add(path, "the environment variable \(name.quotedForConfiguration) is not set")
                return nil
            }
            return ConfigurationText(value: value, reference: text)
        }
        if text.hasPrefix(Self.filePrefix) {
            let name = String(text.dropFirst(Self.filePrefix.count))
            guard var contents = contents(of: name, at: path) else { return nil }
            // Editors and `echo` end a file with a line end that is no part of a password.
            if contents.hasSuffix("\r\n") || contents.hasSuffix("\n") { contents.removeLast() }
            return ConfigurationText(value: contents, reference: text)
        }
        return ConfigurationText(value: text, reference: nil)
    }

    /// Follows all references inside a value.
    func resolve(_ value: JSONValue, at path: ConfigurationPath) -> JSONValue {
        switch value {
        case .string(let text):
            resolve(text, at: path).map { .string($0.value) } ?? .null
        case .array(let elements):
            .array(elements.enumerated().map { index, element in resolve(element, at: path.appending(index)) })
        case .object(let members):
            .object(
                Dictionary(
                    members.map { key, value in (key, resolve(value, at: path.appending(key))) },
                    uniquingKeysWith: { $1 }
                )
            )
        default:
            value
        }
    }

    /// A path as the configuration means it: relative to the configuration file's folder.
    func location(of path: String) -> String {
        guard !path.hasPrefix("/"), let slash = source.fileName.lastIndex(of: "/") else { return path }
        return source.fileName[...slash] + path
    }

    /// Reads a text file; `nil` when it cannot be read, which is then among the faults.
    func contents(of file: String, at path: ConfigurationPath) -> String? {
        guard let bytes = bytes(of: file, at: path) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            add(path, "the file \(location(of: file).quotedForConfiguration) is not UTF-8 text")
            return nil
        }
        return text
    }

    /// Reads a file; `nil` when it cannot be read, which is then among the faults.
    func bytes(of file: String, at path: ConfigurationPath) -> [UInt8]? {
        let location = location(of: file)
        guard !file.isEmpty, let bytes = try? source.readFile(location) else {
            add(path, "the file \(location.quotedForConfiguration) cannot be read")
            return nil
        }
        return bytes
    }
}

extension ConfigurationReading {
    /// Makes what it stands for of a raw value; `nil` when it is of another kind, which is then among the faults.
    func read<Value>(
        _ value: JSONValue,
        at path: ConfigurationPath,
        as kind: ConfigurationKind<Value>
    ) -> Value? {
        let result: Value?
        let found: String
        if let string = value.string {
            guard let text = resolve(string, at: path) else { return nil }
            let canBeText = kind.isText || text.reference != nil
            result = canBeText ? kind.fromText(text.value) : nil
            found = canBeText ? text.shown(isSecret: kind.isSecret) : value.kind
        } else {
            result = kind.fromJSON(value)
            found = kind.isText ? value.kind : value.number?.text ?? value.kind
        }
        guard let result else {
            add(path, "found \(found)", "expected \(kind.expected)")
            return nil
        }
        guard kind.isInRange(result) else {
            add(path, "\(found) is out of range", "expected \(kind.expected)")
            return nil
        }
        return result
    }
}
