internal import CNGHTTP2

// Plain functions, so that they are isolated to no actor. All are called while the session's own methods run.

extension ServerSession {
    static func callbacks() -> OpaquePointer? {
        var callbacks: OpaquePointer?
        guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0 else { return nil }
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, begins)
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks, takeField)
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, takeChunk)
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, takeFrame)
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, sentFrame)
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, closed)
        return unsafe callbacks
    }

    fileprivate static func of(_ pointer: UnsafeMutableRawPointer?) -> ServerSession? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe Unmanaged<ServerSession>.fromOpaque(pointer).takeUnretainedValue()
    }
}

private func isRequest(_ frame: UnsafePointer<nghttp2_frame>) -> Bool {
    unsafe frame.pointee.hd.type == UInt8(NGHTTP2_HEADERS.rawValue)
        && frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST
}

private func begins(
    _ handle: OpaquePointer?,
    _ frame: UnsafePointer<nghttp2_frame>?,
    _ pointer: UnsafeMutableRawPointer?
) -> Int32 {
    guard let session = unsafe ServerSession.of(pointer), let frame = unsafe frame, unsafe isRequest(frame) else {
        return 0
    }
    if session.owner?.begins() == true {
        unsafe session.exchanges[frame.pointee.hd.stream_id] = ServerSession.Exchange()
    }
    return 0
}

private func takeField(
    _ handle: OpaquePointer?,
    _ frame: UnsafePointer<nghttp2_frame>?,
    _ name: UnsafePointer<UInt8>?,
    _ nameLength: Int,
    _ value: UnsafePointer<UInt8>?,
    _ valueLength: Int,
    _ flags: UInt8,
    _ pointer: UnsafeMutableRawPointer?
) -> Int32 {
    // Fields after the body are none that a push service knows.
    guard let session = unsafe ServerSession.of(pointer), let frame = unsafe frame, unsafe isRequest(frame) else {
        return 0
    }
    let field = unsafe HTTP2ReceivedRequest.Field(
        String(decoding: UnsafeBufferPointer(start: name, count: nameLength), as: UTF8.self),
        String(decoding: UnsafeBufferPointer(start: value, count: valueLength), as: UTF8.self)
    )
    unsafe session.exchanges[frame.pointee.hd.stream_id]?.fields.append(field)
    return 0
}

private func takeChunk(
    _ handle: OpaquePointer?,
    _ flags: UInt8,
    _ stream: Int32,
    _ bytes: UnsafePointer<UInt8>?,
    _ count: Int,
    _ pointer: UnsafeMutableRawPointer?
) -> Int32 {
    guard let session = unsafe ServerSession.of(pointer) else { return 0 }
    unsafe session.takeBody(UnsafeBufferPointer(start: bytes, count: count), of: stream)
    return 0
}

private func takeFrame(
    _ handle: OpaquePointer?,
    _ frame: UnsafePointer<nghttp2_frame>?,
    _ pointer: UnsafeMutableRawPointer?
) -> Int32 {
    guard let session = unsafe ServerSession.of(pointer), let frame = unsafe frame?.pointee else { return 0 }
    let stream = unsafe frame.hd.stream_id
    switch unsafe UInt32(frame.hd.type) {
    case NGHTTP2_HEADERS.rawValue, NGHTTP2_DATA.rawValue:
        if unsafe frame.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 { session.complete(stream) }
    case NGHTTP2_RST_STREAM.rawValue:
        unsafe session.owner?.abandoned(stream, code: frame.rst_stream.error_code)
    default: break
    }
    return 0
}

private func sentFrame(
    _ handle: OpaquePointer?,
    _ frame: UnsafePointer<nghttp2_frame>?,
    _ pointer: UnsafeMutableRawPointer?
) -> Int32 {
    guard let session = unsafe ServerSession.of(pointer), let frame = unsafe frame else { return 0 }
    if unsafe frame.pointee.hd.type == UInt8(NGHTTP2_GOAWAY.rawValue) { session.saidGoodbye() }
    return 0
}

private func closed(
    _ handle: OpaquePointer?,
    _ stream: Int32,
    _ code: UInt32,
    _ pointer: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe ServerSession.of(pointer)?.exchanges[stream] = nil
    return 0
}

/// Gives the library the next piece of an answer's body.
func provideBody(
    _ handle: OpaquePointer?,
    _ stream: Int32,
    _ buffer: UnsafeMutablePointer<UInt8>?,
    _ room: Int,
    _ flags: UnsafeMutablePointer<UInt32>?,
    _ source: UnsafeMutablePointer<nghttp2_data_source>?,
    _ pointer: UnsafeMutableRawPointer?
) -> Int {
    guard let session = unsafe ServerSession.of(pointer), let buffer = unsafe buffer else {
        return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
    }
    let (count, isLast) = unsafe session.copyAnswer(
        of: stream,
        to: UnsafeMutableBufferPointer(start: buffer, count: room)
    )
    if isLast { unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
    return count
}
