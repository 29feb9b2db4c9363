import FanfareCore

/// A running host: serves the API, works deliveries off, and answers the operating system's signals.
///
/// ```
/// start ──▶ running ──stop──▶ finishing ──all done──▶ exit 0
///             ▲   │                └──stop again, or too late──▶ exit 1
///             └─reload
/// ```
struct Host: Sendable {
    /// How much longer than `worker.drain` finishing may take, whatever hangs.
    static let grace: Duration = .seconds(5)

    let workspace: Workspace
    /// Whether the API is served, beside the work.
    let servesAPI: Bool
    /// Whether the schema is brought up to date also where a host does not do so by itself.
    let migrates: Bool

    /// Runs until a signal says to stop.
    ///
    /// - Returns: The exit status.
    /// - Throws: `ConfigurationError`, ``StoreFailure`` or `HTTPServerError` when it cannot start; nothing runs then.
    func run() async throws -> Int32 {
        let configuration = try workspace.configuration(requiresKeys: servesAPI)
        let log = workspace.log(for: configuration)
        let environment = workspace.environment(for: configuration, log: log)
        let channels = try configuration.registry(in: environment)
        // From here on a signal is answered, not fatal: a store that is being migrated is left whole.
        let signals = workspace.surroundings.signals()
        let store = try await workspace.store(of: configuration, in: environment, migrates: migrates)
        let clock = workspace.surroundings.clock
        let metrics = Metrics(channels: configuration.channels.map(\.id), clock: clock)
        let base = HostServices.Base(store: store, clock: clock, log: log, metrics: metrics)
        let running = RunningServices(HostServices(configuration, channels: channels, on: base))

        var server: HTTPServer?
        do throws(HTTPServerError) {
            if servesAPI { server = try serve(running, at: configuration.http.listen, log, metrics) }
        } catch {
            await store.close()
            throw error
        }
        running.start()
        announce(configuration, log)
        await answer(signals, running, environment, base)
        return await finish(running, server, signals, base)
    }

    private func serve(
        _ running: RunningServices,
        at address: ListenAddress,
        _ log: Logger,
        _ metrics: Metrics
    ) throws(HTTPServerError) -> HTTPServer {
        let api = API { running.current.api }
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(address: address),
            handler: { request in
                let response = await api.respond(to: request)
                metrics.requestAnswered(
                    method: request.method,
                    path: api.pattern(of: request),
                    status: response.status
                )
                return response
            },
            rejection: { rejection in api.rejection(rejection) }
        )
        let real = try server.start()
        log.log(.notice, "listening", ["address": .string(real.description)])
        return server
    }

    private func announce(_ configuration: HostConfiguration, _ log: Logger) {
        func names(_ channels: [ConfiguredChannel]) -> JSONValue { .array(channels.map { .string($0.id.rawValue) }) }
        log.log(
            .notice,
            "started",
            [
                "version": .string(Fanfare.version),
                "store": .string(configuration.store.location.scheme),
                "channels": names(configuration.channels),
            ]
        )
        let previews = configuration.channels.filter(\.isPreview)
        if !previews.isEmpty {
            log.log(.notice, "preview: nothing is sent, it is written to the log", ["channels": names(previews)])
        }
    }

    /// Reloads until it is told to stop.
    private func answer(
        _ signals: AsyncStream<HostSignal>,
        _ running: RunningServices,
        _ environment: PluginEnvironment,
        _ base: HostServices.Base
    ) async {
        for await signal in signals {
            guard signal == .reload else { return }
            do {
                let next = try reload(after: running.current.configuration, environment, base)
                base.log.level = next.configuration.logLevel
                running.replace(with: next)
                base.log.log(.notice, "the configuration was read again")
            } catch let error as ConfigurationError {
                for fault in error.faults {
                    base.log.log(.error, "the new configuration is not used", ["fault": .string(fault.description)])
                }
            } catch {
                base.log.log(.error, "the new configuration is not used", ["fault": .string(String(describing: error))])
            }
        }
    }

    /// Reads the configuration again, all or nothing.
    ///
    /// - Throws: `ConfigurationError` with all faults; nothing has changed.
    private func reload(
        after old: HostConfiguration,
        _ environment: PluginEnvironment,
        _ base: HostServices.Base
    ) throws -> HostServices {
        let new = try workspace.configuration(requiresKeys: servesAPI)
        var faults: [ConfigurationFault] = []
        func unchanged(_ path: String..., ifTrue isUnchanged: Bool) {
            if isUnchanged { return }
            let path = ConfigurationPath(path.map { .key($0) })
            let problem = "cannot change while the host runs"
            faults.append(ConfigurationFault(path: path, problem: problem, remedy: "restart the host"))
        }
        unchanged("store", ifTrue: new.store.location == old.store.location)
        unchanged("http", "listen", ifTrue: new.http.listen == old.http.listen || !servesAPI)
        do {
            let channels = try new.registry(in: environment)
            if faults.isEmpty { return HostServices(new, channels: channels, on: base) }
        } catch {
            faults += error.faults
        }
        throw ConfigurationError(faults)
    }

    /// Lets everything finish, but not for ever: a channel that hangs, or a second signal, ends it.
    private func finish(
        _ running: RunningServices,
        _ server: HTTPServer?,
        _ signals: AsyncStream<HostSignal>,
        _ base: HostServices.Base
    ) async -> Int32 {
        enum Ending { case done, overdue, impatience }
        let drain = running.current.configuration.worker.drain
        base.log.log(.notice, "stopping", ["drain": .string(drain.configurationText)])
        let ending = Watched<Ending?>(nil)
        @Sendable func end(_ how: Ending) { ending.update { $0 = $0 ?? how } }
        // Tasks of their own and no group: a group would wait for the one that hangs.
        Task {
            async let stopped: Void? = server?.stop(grace: drain)
            running.retire()
            await running.finished()
            await stopped
            await base.store.close()
            end(.done)
        }
        let timer = Task {
            if (try? await base.clock.sleep(for: drain + Self.grace)) != nil { end(.overdue) }
        }
        let listening = Task {
            for await signal in signals where signal == .stop { return end(.impatience) }
        }
        await ending.wait { $0 != nil }
        timer.cancel()
        listening.cancel()
        switch ending.value {
        case .done:
            base.log.log(.notice, "stopped")
            return 0
        case .overdue:
            base.log.log(.warning, "stopped although something is still under way: it took too long")
        default:
            base.log.log(.warning, "stopped although something is still under way: a second signal came")
        }
        return 1
    }
}
