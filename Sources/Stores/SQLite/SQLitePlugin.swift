public import FanfareCore
internal import FoundationEssentials

/// Plugs the SQLite store into a host: `store: "sqlite:fanfare.db"`.
public struct SQLitePlugin: StorePlugin {
    /// `sqlite`.
    public let schemes = ["sqlite"]

    /// Creates the plug-in.
    public init() {}

    /// The path of a file must follow the colon.
    public func fault(in location: StoreLocation) -> String? {
        let path = location.rest.reveal()
        if path.isEmpty { return "the file is missing; write \"sqlite:fanfare.db\"" }
        if path.hasSuffix("/") { return "this is a folder; write the path of a file, such as \"sqlite:fanfare.db\"" }
        return nil
    }

    /// Opens the file, making it if it is missing. A relative path starts from the configuration file's folder.
    public func open(_ location: StoreLocation, in environment: PluginEnvironment) async throws -> any Store {
        func open(_ clock: some WallClock) async throws -> SQLiteStore {
            try await SQLiteStore.open(path(of: location, in: environment), clock: clock)
        }
        return try await open(environment.clock)
    }

    /// Opens a file that is there.
    public func openExisting(_ location: StoreLocation, in environment: PluginEnvironment) async throws -> any Store {
        let path = path(of: location, in: environment)
        guard FileManager.default.fileExists(atPath: path) else { throw StoreUnavailable("there is no file \(path)") }
        return try await open(location, in: environment)
    }

    /// Opens a file that is there; one that is missing is made, and an old schema brought up to date, by the next start.
    public func check(_ location: StoreLocation, in environment: PluginEnvironment) async -> CheckFinding {
        let subject = "sqlite store"
        let path = path(of: location, in: environment)
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
            return CheckFinding(subject, .unreachable, detail: "the folder \(folder) does not exist")
        }
        guard FileManager.default.fileExists(atPath: path) else {
            return CheckFinding(subject, .works, detail: "\(path) will be made at the first start")
        }
        do {
            let store = try await SQLiteStore.open(path)
            await store.close()
            return CheckFinding(subject, .works, detail: "\(path) can be opened")
        } catch {
            return CheckFinding(subject, .unreachable, detail: String(describing: error))
        }
    }

    private func path(of location: StoreLocation, in environment: PluginEnvironment) -> String {
        let path = location.rest.reveal()
        return path.hasPrefix("/") ? path : environment.folder + path
    }
}
