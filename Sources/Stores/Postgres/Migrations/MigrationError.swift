/// Why a database's schema was not brought up to date; it is as it was.
struct MigrationError: Error, Hashable, CustomStringConvertible {
    /// The number of the newest migration the database has had.
    let found: Int
    /// The number of the newest migration this program knows.
    let known: Int
    /// The schema's name.
    let schema: String

    /// What helps where the schema is newer than the program.
    static let remedy = "run a newer version of the program, or restore the backup made before the upgrade"

    var description: String {
        "the schema \(schema) is at migration \(found), this program knows up to \(known): \(Self.remedy)"
    }
}
