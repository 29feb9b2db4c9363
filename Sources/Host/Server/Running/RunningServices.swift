import FanfareCore

/// The services in force, and those that a reload has replaced and that still finish what they hold.
final class RunningServices: Sendable {
    private struct State {
        var current: HostServices
        /// How many readings of the configuration still run.
        var running = 0
    }

    private let state: Watched<State>

    /// - Parameter services: What is in force from the start.
    init(_ services: HostServices) { state = Watched(State(current: services)) }

    /// What is in force.
    var current: HostServices { state.read { $0.current } }

    /// Begins to work.
    func start() { run(current) }

    /// Works by other services from now on; the old ones finish beside them.
    func replace(with services: HostServices) {
        let old = state.update { state in
            let old = state.current
            state.current = services
            return old
        }
        run(services)
        old.retire()
        // Beside the rest: a store that is away must not keep the next signal waiting.
        Task { await services.resumeCredentials() }
    }

    /// Starts nothing new from now on.
    func retire() { current.retire() }

    /// Returns once everything that ran has finished.
    func finished() async { await state.wait { $0.running == 0 } }

    private func run(_ services: HostServices) {
        state.update { $0.running += 1 }
        Task {
            await services.run()
            state.update { $0.running -= 1 }
        }
    }
}
