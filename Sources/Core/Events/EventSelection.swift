/// Which of the events that are set aside.
///
/// The set is closed.
public enum EventSelection: Hashable, Sendable {
    /// All of them.
    case all
    /// Those of these, if they are set aside.
    case these([EventID])
}
