/// Everything that is wrong in a configuration, found in one run.
public struct ConfigurationError: Error, Hashable {
    /// The faults in the order of their paths; at least one.
    public let faults: [ConfigurationFault]

    /// Gathers faults, each once, in the order of their paths.
    public init(_ faults: some Sequence<ConfigurationFault>) {
        self.faults = Set(faults).sorted { one, other in
            one.path == other.path ? one.description < other.description : one.path < other.path
        }
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// One line for each fault.
    public var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}
