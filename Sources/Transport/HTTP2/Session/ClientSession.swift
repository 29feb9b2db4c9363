internal import CNGHTTP2

/// The frames of one connection: requests are turned into bytes, bytes into answers and events. It does no I/O.
///
/// It belongs to the loop's thread. Events are kept until they are taken, because the library must not be called back
/// while it reads.
@safe final class ClientSession {
    private let record: UnsafeMutablePointer<SessionRecord>
    private let authority: [UInt8]
    private let isSecure: Bool
    private var session: OpaquePointer?
    private var hasIndexed = false
    private var fieldBuffer = FieldBuffer()

    /// Starts a session: the preface and the settings wait to be sent. Nil when memory is short.
    ///
    /// - Parameter firstStream: The number of the first stream, odd. Another than 1 is for tests of what happens when the
    ///   numbers run out.
    init?(authority: String, isSecure: Bool, longestBody: Int, firstStream: Int32 = 1) {
        self.authority = Array(authority.utf8)
        self.isSecure = isSecure
        unsafe record = .allocate(capacity: 1)
        unsafe record.initialize(to: SessionRecord(longestBody: longestBody))
        unsafe session = nil
        guard let session = unsafe makeClientSession(telling: record) else { return nil }
        unsafe self.session = session
        guard unsafe nghttp2_session_set_next_stream_id(session, firstStream) == 0, unsafe announce(to: session) else {
            return nil
        }
    }

    deinit {
        unsafe nghttp2_session_del(session)
        unsafe record.deinitialize(count: 1)
        unsafe record.deallocate()
    }

    /// The requests whose streams are open.
    var exchanges: StreamTable { unsafe record.pointee.exchanges }

    /// The request whose stream this is; nil if it is not open.
    func exchange(on stream: Int32) -> Exchange? { unsafe record.pointee.exchanges[stream] }

    /// Forgets a stream that is over.
    func forget(_ stream: Int32) -> Exchange? { unsafe record.pointee.exchanges.remove(stream) }

    /// Forgets all streams, because the connection is gone.
    func forgetAll() { unsafe record.pointee.exchanges = StreamTable() }

    /// Whether something happened that is to be looked at.
    var hasEvents: Bool { unsafe !record.pointee.events.isEmpty }

    /// Gives the events since the last time in exchange for an empty list, whose room is used again.
    func takeEvents(for list: inout [SessionEvent]) { unsafe swap(&record.pointee.events, &list) }

    /// Gives the requests whose header was turned into bytes since the last time, likewise.
    func takeWritten(for list: inout [Exchange]) { unsafe swap(&record.pointee.written, &list) }

    /// How many streams the peer allows at once.
    var streamLimit: Int {
        Int(unsafe nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS))
    }

    /// How long a header may be.
    var headerLimit: Int {
        Int(unsafe nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE))
    }

    /// Whether a request fits the peer's limit.
    func accepts(_ exchange: Exchange) -> Bool { exchange.headerListSize + authority.count <= headerLimit }

    /// Opens a stream for a request; false if the connection can have no more streams.
    func submit(_ exchange: Exchange) -> Bool {
        let stream = unsafe fieldBuffer.withFields(
            of: exchange.request,
            authority: authority,
            isSecure: isSecure,
            indexes: !hasIndexed
        ) { fields in
            unsafe submitRequest(session, fields, exchange)
        }
        guard stream > 0 else { return false }
        hasIndexed = true
        unsafe record.pointee.exchanges.append(exchange, on: stream)
        exchange.begin(stream)
        return true
    }

    /// Breaks a stream off.
    func reset(_ stream: Int32, code: UInt32 = StreamErrorCode.cancel) {
        unsafe _ = nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code)
    }

    /// Asks the peer for a sign of life.
    func ping() { unsafe _ = nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil) }

    /// Says that this side is leaving.
    func leave() { unsafe _ = nghttp2_session_terminate_session(session, StreamErrorCode.noError) }

    /// Whether the session has nothing more to read or to write, as after an error that ended it.
    var isOver: Bool { unsafe nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0 }

    /// Takes bytes from the peer; false when they are not HTTP/2.
    func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return unsafe nghttp2_session_mem_recv(session, start, bytes.count) == bytes.count
    }

    /// The next bytes for the peer, valid until the next call; nil when there are none, or memory is short.
    func next() -> UnsafeRawBufferPointer? {
        var start: UnsafePointer<UInt8>?
        let count = unsafe nghttp2_session_mem_send(session, &start)
        return count > 0 ? unsafe UnsafeRawBufferPointer(start: start, count: count) : nil
    }

    private func announce(to session: OpaquePointer) -> Bool {
        let settings = [
            nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue),
                value: UInt32(Self.streamWindow)
            ),
        ]
        let none = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        return unsafe nghttp2_submit_settings(session, none, settings, settings.count) == 0
            && nghttp2_session_set_local_window_size(session, none, 0, Self.connectionWindow) == 0
    }

    // Wide enough that answers, which are short, never wait for this side to grant more.
    private static let streamWindow: Int32 = 1 << 20
    private static let connectionWindow: Int32 = 1 << 24
}
