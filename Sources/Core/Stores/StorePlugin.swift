/// How a store is plugged into a host.
///
/// A host knows no store by name; it is given a list of these and asks the one whose scheme the configuration names.
public protocol StorePlugin: Sendable {
    /// The schemes it answers to, such as `sqlite`.
    var schemes: [String] { get }

    /// Whether a host brings the schema up to date when it starts, without being told to.
    var migratesAtStart: Bool { get }

    /// Whether what a store holds outlives the process.
    var isDurable: Bool { get }

    /// Checks what follows the scheme, without opening anything.
    ///
    /// - Returns: What is wrong with it and what would be right, without secrets; nil if nothing is.
    func fault(in location: StoreLocation) -> String?

    /// Opens the store. Its schema may be old; nothing is migrated yet.
    ///
    /// - Throws: What is in the way, without secrets.
    func open(_ location: StoreLocation, in environment: PluginEnvironment) async throws -> any Store

    /// Opens a store that is there, and makes none.
    ///
    /// - Throws: What is in the way, without secrets; above all that there is no such store.
    func openExisting(_ location: StoreLocation, in environment: PluginEnvironment) async throws -> any Store

    /// Tries to reach the store, making and migrating nothing.
    ///
    /// - Returns: What was found; a schema that the next start brings up to date is no fault.
    func check(_ location: StoreLocation, in environment: PluginEnvironment) async -> CheckFinding
}

extension StorePlugin {
    /// Yes.
    public var migratesAtStart: Bool { true }

    /// Yes.
    public var isDurable: Bool { true }

    /// Nothing.
    public func fault(in location: StoreLocation) -> String? { nil }

    /// Opens the store, as a plug-in may whose stores are made elsewhere.
    public func openExisting(_ location: StoreLocation, in environment: PluginEnvironment) async throws -> any Store {
        try await open(location, in: environment)
    }

    /// Opens the store and asks it.
    public func check(_ location: StoreLocation, in environment: PluginEnvironment) async -> CheckFinding {
        let subject = "\(location.scheme) store"
        do {
            let store = try await open(location, in: environment)
            do {
                try await store.ping()
                await store.close()
                return CheckFinding(subject, .works, detail: "reached")
            } catch {
                await store.close()
                throw error
            }
        } catch {
            return CheckFinding(subject, .unreachable, detail: String(describing: error))
        }
    }
}
