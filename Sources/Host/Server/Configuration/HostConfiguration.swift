import FanfareCore

/// Everything a configuration file says, read and checked.
struct HostConfiguration: Sendable {
    let store: ConfiguredStore
    let http: HTTPSettings
    let worker: WorkerConfiguration
    let channels: [ConfiguredChannel]
    let retry: RetryPolicy
    /// The types of the file and those written in Swift.
    let catalog: NotificationCatalog
    let logLevel: LogLevel
    /// `nil` for `auto`: what suits whoever reads the log.
    let logFormat: LogFormat?
    /// How long idempotency keys are remembered.
    let idempotency: Duration
    /// How long settled deliveries are kept.
    let retention: Duration
    /// The folder of the file; ends with a slash, or is empty.
    let folder: String

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - source: The file and the environment its references and overrides come from.
    ///   - plugins: What the host is composed of.
    ///   - requiresKeys: Whether the HTTP API is going to be served, which takes API keys.
    /// - Throws: `ConfigurationError` with all faults.
    init(from source: ConfigurationSource, plugins: PluginSet, requiresKeys: Bool = false) throws {
        let configuration = try source.read { root in
            HostConfiguration(from: root, source, plugins, requiresKeys: requiresKeys)
        }
        guard let configuration else {
            // Cannot happen: whatever leaves a part out notes a fault, and then `read` throws.
            throw ConfigurationError([ConfigurationFault(path: ConfigurationPath(), problem: "cannot be read")])
        }
        self = configuration
    }

    private enum FormatWord: String, CaseIterable {
        case auto, text, json
    }

    private init?(
        from root: ConfigurationSection,
        _ source: ConfigurationSource,
        _ plugins: PluginSet,
        requiresKeys: Bool
    ) {
        let store = ConfiguredStore(from: root, environment: source.environment, plugins: plugins)
        let http = HTTPSettings(from: root, environment: source.environment, requiresKeys: requiresKeys)
        retry = RetryPolicy(from: root.section("retry"), standard: RetryPolicy())
        worker = Self.worker(from: root.section("worker"))
        let isPreview = root.bool("preview", default: false)
        channels = Self.channels(from: root.section("channels"), plugins, retry: retry, isPreview: isPreview)
        catalog = Self.catalog(from: root, plugins, channels: channels)
        let log = root.section("log")
        logLevel = log.choice("level", of: LogLevel.allCases, default: .info)
        logFormat = log.choice("format", of: FormatWord.allCases).flatMap { LogFormat(rawValue: $0.rawValue) }
        idempotency = root.duration("idempotency", default: .seconds(7 * 86_400))
        retention = root.duration("retention", default: .seconds(30 * 86_400))
        let name = source.fileName
        folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
        guard let store, let http else { return nil }
        self.store = store
        self.http = http
    }

    private static func worker(from section: ConfigurationSection) -> WorkerConfiguration {
        let standard = WorkerConfiguration()
        return WorkerConfiguration(
            lease: section.duration("lease", in: .seconds(1) ... .seconds(3600), default: standard.lease),
            drain: section.duration("drain", in: .zero ... .seconds(3600), default: standard.drain)
        )
    }

    /// The channels that are listed; the log if none is.
    private static func channels(
        from section: ConfigurationSection,
        _ plugins: PluginSet,
        retry: RetryPolicy,
        isPreview: Bool
    ) -> [ConfiguredChannel] {
        let isEmpty = section.keys.isEmpty
        return plugins.channels.compactMap { plugin in
            let isThere = section.isPresent(plugin.id.rawValue) || isEmpty && plugin.id == "log"
            guard isThere else { return nil }
            let settings = section.section(plugin.id.rawValue)
            return ConfiguredChannel(plugin, from: settings, retry: retry, isPreview: isPreview)
        }
    }

    private static func catalog(
        from root: ConfigurationSection,
        _ plugins: PluginSet,
        channels: [ConfiguredChannel]
    ) -> NotificationCatalog {
        let outer = root.section("notifications")
        let swiftTypes = Set(plugins.notifications.map(\.type.rawValue))
        let configured = root.sections("notifications").compactMap { name, section in
            if swiftTypes.contains(name) {
                outer.fault(at: name, "a notification written in Swift has this name", remedy: "choose another")
            }
            return NotificationTemplate(NotificationType(rawValue: name), from: section, plugins, channels)
        }
        return NotificationCatalog(plugins.notifications + configured.map(\.hostNotification))
    }
}

extension HostConfiguration {
    /// Builds the channels.
    ///
    /// - Throws: `ConfigurationError` with one fault for each channel whose settings are unusable.
    func registry(in environment: PluginEnvironment) throws(ConfigurationError) -> ChannelRegistry {
        var faults: [ConfigurationFault] = []
        var built: [any Channel] = []
        func place(_ id: ChannelID) -> ConfigurationPath { ConfigurationPath([.key("channels"), .key(id.rawValue)]) }
        for channel in channels {
            do {
                built.append(try channel.build(environment))
            } catch {
                faults.append(ConfigurationFault(path: place(channel.id), problem: String(describing: error)))
            }
        }
        if !faults.isEmpty { throw ConfigurationError(faults) }
        let policies = Dictionary(channels.map { ($0.id, $0.retry) }, uniquingKeysWith: { $1 })
        do throws(ChannelRegistry.DuplicateChannel) {
            return try ChannelRegistry(built, retry: retry, channelRetry: policies)
        } catch {
            let problem = "two plug-ins of this program have the name"
            throw ConfigurationError([ConfigurationFault(path: place(error.id), problem: problem)])
        }
    }
}
