extension String {
    /// A token or address as it may be shown: its first eight characters, or fewer, so that at least half stays hidden.
    package var shortened: String { "\(prefix(min(8, count / 2)))…" }
}
