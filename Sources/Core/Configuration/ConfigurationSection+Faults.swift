extension ConfigurationSection {
    /// Notes a fault deeper inside: at an element of a list, or in a value that is read as a whole.
    ///
    /// - Parameters:
    ///   - inner: The place as seen from this section. Unlike with a key, nothing becomes known by it.
    ///   - problem: What is wrong. It is printed: no secrets, and no value that may come from `$env:`.
    ///   - remedy: What would be right.
    public func fault(at inner: ConfigurationPath, _ problem: String, remedy: String? = nil) {
        reading.add(ConfigurationPath(path.steps + inner.steps), problem, remedy)
    }
}
