internal import CNGHTTP2

// The functions below are called by the library on the loop's thread, from within calls that a living session makes: so
// the pointer they are given is that session's record, which nobody else touches meanwhile.

/// The library's side of a session; nil when memory is short.
func makeClientSession(telling record: UnsafeMutablePointer<SessionRecord>) -> OpaquePointer? {
    var callbacks: OpaquePointer?
    guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0 else { return nil }
    defer { unsafe nghttp2_session_callbacks_del(callbacks) }
    unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, headerBegins)
    unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks, fieldCame)
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, bodyCame)
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, frameCame)
    unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, frameWent)
    unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, streamClosed)
    var session: OpaquePointer?
    guard unsafe nghttp2_session_client_new(&session, callbacks, record) == 0 else { return nil }
    return unsafe session
}

/// Opens a stream; the number of the stream, or a negative error.
///
/// The exchange is in the session's table until its stream is closed, so the library can ask it for the body.
func submitRequest(
    _ session: OpaquePointer?,
    _ fields: UnsafeBufferPointer<nghttp2_nv>,
    _ exchange: Exchange
) -> Int32 {
    let start = fields.baseAddress
    guard !exchange.request.body.isEmpty else {
        return unsafe nghttp2_submit_request(session, nil, start, fields.count, nil, nil)
    }
    var body = unsafe nghttp2_data_provider()
    unsafe body.source.ptr = Unmanaged.passUnretained(exchange).toOpaque()
    unsafe body.read_callback = bodyWanted
    return unsafe nghttp2_submit_request(session, nil, start, fields.count, &body, nil)
}

private func record(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<SessionRecord>? {
    unsafe context?.assumingMemoryBound(to: SessionRecord.self)
}

private func bodyWanted(
    _ session: OpaquePointer?,
    _ stream: Int32,
    _ buffer: UnsafeMutablePointer<UInt8>?,
    _ room: Int,
    _ flags: UnsafeMutablePointer<UInt32>?,
    _ source: UnsafeMutablePointer<nghttp2_data_source>?,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let pointer = unsafe source?.pointee.ptr else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    let count = unsafe exchange.copyBody(to: UnsafeMutableRawBufferPointer(start: buffer, count: room))
    if exchange.isBodySent { unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
    return count
}

private func headerBegins(
    _ session: OpaquePointer?,
    _ frame: UnsafePointer<nghttp2_frame>?,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe record(context)?.pointee.header.clear()
    return 0
}

private func fieldCame(
    _ session: OpaquePointer?,
    _ frame: UnsafePointer<nghttp2_frame>?,
    _ name: UnsafePointer<UInt8>?,
    _ nameLength: Int,
    _ value: UnsafePointer<UInt8>?,
    _ valueLength: Int,
    _ flags: UInt8,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe record(context)?.pointee.header.append(
        UnsafeBufferPointer(start: name, count: nameLength),
        UnsafeBufferPointer(start: value, count: valueLength)
    )
    return 0
}

private func bodyCame(
    _ session: OpaquePointer?,
    _ flags: UInt8,
    _ stream: Int32,
    _ bytes: UnsafePointer<UInt8>?,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let record = unsafe record(context), let exchange = unsafe record.pointee.exchanges[stream] else { return 0 }
    unsafe exchange.addBody(UnsafeBufferPointer(start: bytes, count: count), upTo: record.pointee.longestBody)
    return 0
}

private func frameCame(
    _ session: OpaquePointer?,
    _ frame: UnsafePointer<nghttp2_frame>?,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let frame = unsafe frame, let record = unsafe record(context) else { return 0 }
    let header = unsafe frame.pointee.hd
    switch nghttp2_frame_type(UInt32(header.type)) {
    case NGHTTP2_HEADERS, NGHTTP2_DATA:
        if nghttp2_frame_type(UInt32(header.type)) == NGHTTP2_HEADERS {
            unsafe record.pointee.exchanges[header.stream_id]?.take(record.pointee.header)
        }
        if header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 {
            unsafe record.pointee.events.append(.answered(stream: header.stream_id))
        }
    case NGHTTP2_SETTINGS:
        if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 { unsafe record.pointee.events.append(.settings) }
    case NGHTTP2_PING:
        if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0 { unsafe record.pointee.events.append(.pong) }
    case NGHTTP2_GOAWAY:
        let goAway = unsafe frame.pointee.goaway
        let data = unsafe UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len)
        unsafe record.pointee.events.append(
            .goAway(lastStream: goAway.last_stream_id, code: goAway.error_code, debugData: Array(data))
        )
    default: break
    }
    return 0
}

private func frameWent(
    _ session: OpaquePointer?,
    _ frame: UnsafePointer<nghttp2_frame>?,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let header = unsafe frame?.pointee.hd, nghttp2_frame_type(UInt32(header.type)) == NGHTTP2_HEADERS,
        let record = unsafe record(context), let exchange = unsafe record.pointee.exchanges[header.stream_id]
    else { return 0 }
    unsafe record.pointee.written.append(exchange)
    return 0
}

private func streamClosed(
    _ session: OpaquePointer?,
    _ stream: Int32,
    _ code: UInt32,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe record(context)?.pointee.events.append(.closed(stream: stream, code: code))
    return 0
}
