/// Why a database's schema was not brought up to date; it is as it was.
struct MigrationError: Error, Hashable, CustomStringConvertible {
    /// The number of the newest migration the database has had.
    let found: Int
    /// The number of the newest migration this program knows.
    let known: Int
    /// The database's file.
    let path: String

    var description: String {
        """
        the database has schema \(found), this program knows up to \(known): run a newer version of the program, or \
        restore the backup made before the upgrade: \(path)
        """
    }
}
