public import struct FoundationEssentials.URL

extension ConfigurationSection {
    /// A text.
    public func string(_ key: String) -> String? {
        value(key, .text)
    }

    /// A text.
    public func string(_ key: String, default standard: String) -> String {
        string(key) ?? standard
    }

    /// A text that must be there and say something; empty when it is not, which is a fault.
    public func requiredString(_ key: String) -> String {
        if !isPresent(key) { missing(key, expected: ConfigurationKind.filledText.expected) }
        return value(key, .filledText) ?? ""
    }

    /// A list of texts.
    ///
    /// With `allowingOne`, a single text stands for a list of one.
    public func strings(_ key: String, allowingOne: Bool = false) -> [String]? {
        list(key, .text, allowingOne: allowingOne)
    }

    /// A text no fault ever shows; an empty one is a fault.
    public func secret(_ key: String) -> Secret<String>? {
        value(key, .secret)
    }

    /// A list of texts no fault ever shows; an empty one is a fault.
    public func secrets(_ key: String, allowingOne: Bool = false) -> [Secret<String>]? {
        list(key, .secret, allowingOne: allowingOne)
    }

    /// One of a set of words.
    ///
    /// Right are the words in `allowed`, such as an enum's `allCases`.
    public func choice<Value: RawRepresentable<String>>(_ key: String, of allowed: [Value]) -> Value? {
        value(key, .choice(of: allowed))
    }

    /// One of a set of words.
    ///
    /// Right are the words in `allowed`, such as an enum's `allCases`.
    public func choice<Value: RawRepresentable<String>>(
        _ key: String,
        of allowed: [Value],
        default standard: Value
    ) -> Value {
        choice(key, of: allowed) ?? standard
    }

    /// An absolute URL with a host. Faults do not show it: it may hold a password.
    ///
    /// Right are the `schemes`, in lower case.
    public func url(_ key: String, schemes: [String] = ["https", "http"]) -> URL? {
        value(key, .url(schemes: schemes))
    }

    /// The path of a file; one that is not absolute is relative to the configuration file's folder.
    public func file(_ key: String) -> String? {
        value(key, .filledText).map(reading.location(of:))
    }

    /// The text of the file the key names; one that cannot be read is a fault.
    public func fileContents(_ key: String) -> Secret<String>? {
        value(key, .filledText)
            .flatMap { reading.contents(of: $0, at: path.appending(key)) }
            .map { Secret($0) }
    }

    /// The bytes of the file the key names; one that cannot be read is a fault.
    public func fileBytes(_ key: String) -> [UInt8]? {
        value(key, .filledText).flatMap { reading.bytes(of: $0, at: path.appending(key)) }
    }
}
