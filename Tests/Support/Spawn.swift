import CSpawn
import Foundation

/// Starting a program so that it gets its three standard files and nothing else of this process.
///
/// Not Foundation's `Process`: it learns of its program's end by the end of a socket, which every program that another
/// thread starts at the same moment inherits and keeps open as long as it lives.
enum Spawn {
    #if canImport(Darwin)
        private typealias Actions = posix_spawn_file_actions_t?
        private typealias Attributes = posix_spawnattr_t?
        private static var noActions: Actions { nil }
        private static var noAttributes: Attributes { nil }
    #else
        private typealias Actions = posix_spawn_file_actions_t
        private typealias Attributes = posix_spawnattr_t
        private static var noActions: Actions { unsafe Actions() }
        private static var noAttributes: Attributes { Attributes() }
    #endif

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - files: What becomes the program's files 0, 1, 2.
    ///   - environment: Its variables; nil for those of this process.
    /// - Returns: The number of the new process.
    static func start(
        _ path: String,
        _ arguments: [String],
        files: [Int32],
        environment: [String: String]?
    ) throws -> pid_t {
        var actions = unsafe noActions
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        for (number, file) in files.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
        }
        #if !canImport(Darwin)
            // Whatever else is open here belongs to others, who wait for its end.
            unsafe posix_spawn_file_actions_addclosefrom_np(&actions, Int32(files.count))
        #endif

        var attributes = noAttributes
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        setSignals(&attributes)

        var texts = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        var variables = unsafe (environment ?? [:]).map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (texts + variables).forEach { unsafe free($0) } }
        var identifier: pid_t = 0
        let error = unsafe variables.withUnsafeMutableBufferPointer { variables in
            let variables = environment == nil ? unsafe environ : variables.baseAddress
            return unsafe posix_spawn(&identifier, path, &actions, &attributes, &texts, variables)
        }
        guard error == 0 else { throw ChildProcess.Failure(text: "\(path) cannot be started: error \(error)") }
        return identifier
    }

    /// A thread of a pool takes no signals, and its program would not either.
    private static func setSignals(_ attributes: inout Attributes) {
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        #if canImport(Darwin)
            flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    }
}
