import FanfareCore

/// The store a configuration names.
struct ConfiguredStore: Sendable {
    let plugin: any StorePlugin
    let location: StoreLocation

    /// Reads `store`, which the environment's `FANFARE_STORE` overrides.
    ///
    /// - Returns: `nil` if there is a fault, which is then noted.
    init?(from root: ConfigurationSection, environment: [String: String], plugins: PluginSet) {
        let override = environment["FANFARE_STORE"].flatMap { $0.isEmpty ? nil : $0 }
        // Asking for presence makes the key known without following a reference that may lead nowhere here.
        let isThere = root.isPresent("store")
        let schemes = plugins.stores.flatMap(\.schemes).map { "\($0):" }.joined(separator: ", ")
        func fault(_ problem: String, remedy: String? = nil) {
            let origin = override == nil ? "" : "FANFARE_STORE: "
            root.fault(at: "store", origin + problem, remedy: remedy)
        }
        guard isThere || override != nil else {
            fault("missing", remedy: "expected a URL that begins with one of \(schemes)")
            return nil
        }
        guard let url = override ?? root.secret("store")?.reveal() else { return nil }
        guard let location = StoreLocation(url), let plugin = plugins.store(for: location.scheme) else {
            fault("is no URL of a known store", remedy: "expected one that begins with one of \(schemes)")
            return nil
        }
        if let problem = plugin.fault(in: location) {
            fault(problem)
            return nil
        }
        self.plugin = plugin
        self.location = location
    }
}
