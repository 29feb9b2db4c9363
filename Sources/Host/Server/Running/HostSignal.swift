/// What the operating system asks of a host. The set is closed: these are the signals it answers.
enum HostSignal: Hashable, Sendable {
    /// SIGHUP: read the configuration again.
    case reload
    /// SIGTERM or SIGINT: finish and go.
    case stop
}
