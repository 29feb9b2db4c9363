#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

extension SQLiteError {
    /// The same failure in words that help the one who chose the path; SQLite itself does not name it.
    func explained(for path: String) -> SQLiteError {
        SQLiteError(code: code, message: "\(reason(for: path)): \(path)", statement: "open database")
    }

    private func reason(for path: String) -> String {
        let folder = Self.folder(of: path)
        switch code.primary {
        case .notADatabase: return "the file is not an SQLite database, or its header is damaged"
        case .corrupt: return "the database is damaged, restore it from a backup"
        case .cannotOpen, .readOnly, .inputOutput:
            if unsafe access(folder, F_OK) != 0 { return "the folder does not exist" }
            if unsafe access(path, F_OK) == 0, unsafe access(path, R_OK | W_OK) != 0 { return "the file is read-only" }
            if unsafe access(folder, W_OK) != 0 { return "the folder is read-only, and the log lies beside the file" }
            return message
        case .busy: return "another process keeps the database locked"
        default: return message
        }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
