#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Writes to a file descriptor of the process: what commands print.
struct Output: Sendable {
    let descriptor: Int32

    /// What a command was asked for.
    static var standard: Output { Output(descriptor: STDOUT_FILENO) }

    /// What went wrong.
    static var error: Output { Output(descriptor: STDERR_FILENO) }

    /// Writes all of it, waiting for a slow reader.
    ///
    /// - Returns: Whether it was written; a reader that went away is no reason to fail.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe writeBytes(descriptor, $0) }
            if count > 0 {
                rest.removeFirst(count)
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }
}

/// `write(2)`, which the method of that name hides.
@unsafe private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
