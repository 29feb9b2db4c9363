internal import CMicroHTTPD

/// A connection of libmicrohttpd, in the terms of this server.
///
/// `@unchecked Sendable`: the struct is one pointer that never changes. `suspend`, `queue`, `headers` and `socket` are
/// called on the daemon's thread, within its callbacks, where the connection exists. `resume` may be called on any
/// thread (microhttpd.h says so); the exchange calls it once per `suspend`, under its lock, and until then
/// libmicrohttpd neither uses nor frees the connection.
@safe struct HTTPConnection: @unchecked Sendable {
    private let raw: OpaquePointer

    init(_ raw: OpaquePointer) {
        unsafe self.raw = raw
    }

    /// The socket, or -1. It stays open as long as the connection is suspended.
    var socket: Int32 { unsafe fanfare_mhd_socket(raw) }

    /// A copy of the request's header fields.
    func headers() -> HTTPHeaders {
        var headers = HTTPHeaders()
        // The callback runs within this call, so the pointer to `headers` outlives each use of it.
        unsafe withUnsafeMutablePointer(to: &headers) { pointer in
            _ = unsafe MHD_get_connection_values(raw, .HEADER_KIND, collectHeader, pointer)
        }
        return headers
    }

    /// Takes the connection out of the daemon's hands until `resume`.
    func suspend() {
        unsafe MHD_suspend_connection(raw)
    }

    /// Gives the connection back; the daemon then asks for the answer.
    func resume() {
        unsafe MHD_resume_connection(raw)
    }

    /// Hands the answer over.
    ///
    /// - Parameter closing: whether the connection ends with this answer.
    /// - Returns: `false` when libmicrohttpd refused it; the connection is then to be dropped.
    func queue(_ response: HTTPResponse, closing: Bool) -> Bool {
        let copy = unsafe response.body.withUnsafeBytes { bytes in
            unsafe fanfare_mhd_response(bytes.count, bytes.baseAddress)
        }
        guard let copy = unsafe copy else { return false }
        // The response counts references: ours goes here, the queue's when it is sent.
        defer { unsafe MHD_destroy_response(copy) }
        for (name, value) in response.headers.fields {
            // A field with a line break in it is refused and left out: nobody can inject a header through a value.
            _ = unsafe MHD_add_response_header(copy, name, value)
        }
        if closing { _ = unsafe MHD_add_response_header(copy, "Connection", "close") }
        return unsafe MHD_queue_response(raw, UInt32(clamping: response.status), copy) == .YES
    }
}

/// Appends a field to the `HTTPHeaders` behind `context`; both strings are valid during the call and are copied.
private func collectHeader(
    context: UnsafeMutableRawPointer?,
    kind: MHD_ValueKind,
    name: UnsafePointer<CChar>?,
    value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let headers = unsafe context?.assumingMemoryBound(to: HTTPHeaders.self), let name = unsafe name else {
        return .NO
    }
    unsafe headers.pointee.append(String(cString: name), value.map { unsafe String(cString: $0) } ?? "")
    return .YES
}
