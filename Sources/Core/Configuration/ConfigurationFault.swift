/// One thing that is wrong in a configuration, for the person who wrote it.
public struct ConfigurationFault: Hashable, Sendable {
    /// The key it is about; the empty path for the file as a whole.
    public var path: ConfigurationPath
    /// What is wrong. Never a secret, never a value that came from the environment or a file.
    public var problem: String
    /// What would be right, if there is more to say than the opposite.
    public var remedy: String?

    /// Describes a fault.
    public init(path: ConfigurationPath, problem: String, remedy: String? = nil) {
        self.path = path
        self.problem = problem
        self.remedy = remedy
    }
}

extension ConfigurationFault: CustomStringConvertible {
    /// One line: `worker.lease: "2h" is out of range; expected a duration from 1s to 1h`.
    public var description: String {
        let place = path.steps.isEmpty ? "" : "\(path): "
        let text = place + problem + (remedy.map { "; \($0)" } ?? "")
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
