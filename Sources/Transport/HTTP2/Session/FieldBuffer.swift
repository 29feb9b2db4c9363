internal import CNGHTTP2

/// The header fields of one request after the other in the library's form, in memory that is used again.
@safe struct FieldBuffer: ~Copyable {
    private var fields: UnsafeMutableBufferPointer<nghttp2_nv>

    init() { unsafe fields = .allocate(capacity: 32) }

    deinit { unsafe fields.deallocate() }

    /// Calls `body` with the fields of a request, which point into the request and are valid during the call only. The
    /// library copies them.
    ///
    /// - Parameter indexes: Whether fields that are indexed once are to be indexed now.
    mutating func withFields(
        of request: HTTP2Request,
        authority: [UInt8],
        isSecure: Bool,
        indexes: Bool,
        _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Int32
    ) -> Int32 {
        var method = request.method
        var path = request.path
        makeRoom(for: request.fields.positions.count + 4)
        return method.withUTF8 { method in
            path.withUTF8 { path in
                unsafe authority.withUnsafeBufferPointer { authority in
                    unsafe request.fields.bytes.withUnsafeBufferPointer { bytes in
                        unsafe fields[0] = Self.field(":method", method)
                        unsafe fields[1] = Self.field(":scheme", Self.bytes(of: isSecure ? "https" : "http"))
                        unsafe fields[2] = Self.field(":authority", authority)
                        unsafe fields[3] = Self.field(":path", path)
                        var count = 4
                        for position in request.fields.positions {
                            unsafe fields[count] = Self.field(at: position, in: bytes, indexes: indexes)
                            count += 1
                        }
                        return unsafe body(UnsafeBufferPointer(rebasing: fields[..<count]))
                    }
                }
            }
        }
    }

    private mutating func makeRoom(for count: Int) {
        guard unsafe fields.count < count else { return }
        unsafe fields.deallocate()
        unsafe fields = .allocate(capacity: count)
    }

    private static func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    private static func field(_ name: StaticString, _ value: UnsafeBufferPointer<UInt8>) -> nghttp2_nv {
        unsafe nghttp2_nv(
            name: UnsafeMutablePointer(mutating: name.utf8Start),
            value: UnsafeMutablePointer(mutating: value.baseAddress),
            namelen: name.utf8CodeUnitCount,
            valuelen: value.count,
            flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)
        )
    }

    private static func field(
        at position: HTTP2Fields.Position,
        in bytes: UnsafeBufferPointer<UInt8>,
        indexes: Bool
    ) -> nghttp2_nv {
        let leavesTableAlone =
            switch position.indexing {
            case .indexed: false
            case .indexedOnce: !indexes
            case .never: true
            }
        let start = unsafe bytes.baseAddress.map { unsafe UnsafeMutablePointer(mutating: $0) + position.start }
        return unsafe nghttp2_nv(
            name: start,
            value: start.map { unsafe $0 + position.nameLength },
            namelen: position.nameLength,
            valuelen: position.valueLength,
            flags: UInt8((leavesTableAlone ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE).rawValue)
        )
    }
}
