/// What a host lends to its plug-ins.
public struct PluginEnvironment: Sendable {
    /// The time.
    public let clock: any WallClock
    /// Where lines for the operator go.
    public let log: any LogSink
    /// The folder that relative paths start from: the configuration file's. Ends with a slash, or is empty.
    public let folder: String

    /// Creates an environment.
    public init(clock: any WallClock, log: any LogSink, folder: String) {
        self.clock = clock
        self.log = log
        self.folder = folder
    }
}
