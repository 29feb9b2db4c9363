public import FanfareCore

/// Plugs the memory store into a host: `store: "memory:"`.
public struct MemoryPlugin: StorePlugin {
    /// `memory`.
    public let schemes = ["memory"]

    /// No.
    public let isDurable = false

    /// Creates the plug-in.
    public init() {}

    /// Nothing may follow the colon.
    public func fault(in location: StoreLocation) -> String? {
        location.rest.reveal().isEmpty ? nil : "a memory store has no name; write \"memory:\""
    }

    /// Creates an empty store.
    public func open(_ location: StoreLocation, in environment: PluginEnvironment) -> any Store {
        func store(_ clock: some WallClock) -> MemoryStore { MemoryStore(clock: clock) }
        return store(environment.clock)
    }
}
