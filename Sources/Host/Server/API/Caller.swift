import FanfareCore

/// Who makes a call. Closed on purpose: what each may do is written in one place, ``APIOperation/Access``.
enum Caller: Hashable, Sendable {
    /// Somebody without a credential, where none is needed.
    case anybody
    /// One of the application's servers.
    case application
    /// One of the application's users.
    case user(RecipientID)
}
