/// A backend: everything Fanfare stores, in one place.
public protocol Store: DeliveryQueue, DeviceStore, EventStore, TransferableStore {
    /// Brings the schema up to date, one migration after the other; safe to run from several processes at once.
    ///
    /// - Returns: The names of the migrations that were run.
    /// - Throws: If the schema is newer than this version knows; then nothing was changed.
    @discardableResult
    func migrate() async throws -> [String]

    /// Checks that the store can be reached and has the schema this version needs.
    ///
    /// - Throws: What is in the way, and what to do about it if that is not to wait; without secrets.
    func ping() async throws

    /// Finishes what was begun and lets go of files and connections.
    func close() async
}
