public import FanfareCore

/// A notification host: the program `fanfare`, composed of plug-ins.
///
/// The standard program is a few lines; a team's own host is the same with its own channels, stores and notifications:
///
/// ```swift
/// let fanfare = Fanfare(
///     channels: [LogPlugin(), PagerPlugin()],
///     stores: [SQLitePlugin()],
///     notifications: [HostNotification(DiskFull.self)]
/// )
/// exit(await fanfare.run(arguments: Array(CommandLine.arguments.dropFirst()), environment: variables))
/// ```
public struct Fanfare: Sendable {
    /// The version that `fanfare version` prints.
    public static let version = "0.1.0"

    private let plugins: PluginSet

    /// Composes a host.
    ///
    /// - Parameters:
    ///   - channels: The channels its configuration may list.
    ///   - stores: The stores its configuration may name.
    ///   - notifications: Notifications written in Swift that may be triggered over HTTP and from the command line.
    public init(
        channels: [any ChannelPlugin],
        stores: [any StorePlugin],
        notifications: [HostNotification] = []
    ) {
        plugins = PluginSet(channels: channels, stores: stores, notifications: notifications)
    }

    /// Runs one command, such as `serve`, which returns when a signal tells the process to stop.
    ///
    /// The caller ends the process with the status: a delivery that hangs may still be under way.
    ///
    /// - Parameters:
    ///   - arguments: What follows the program's name on the command line.
    ///   - environment: The environment's variables.
    /// - Returns: The exit status: 0 done, 1 failed, 2 wrong usage or configuration.
    public func run(arguments: [String], environment: [String: String]) async -> Int32 {
        await run(arguments, in: Surroundings(variables: environment))
    }

    /// Runs one command in a world of the caller's making.
    func run(_ arguments: [String], in surroundings: Surroundings) async -> Int32 {
        await CommandLineProgram(plugins: plugins, surroundings: surroundings).run(arguments)
    }
}
