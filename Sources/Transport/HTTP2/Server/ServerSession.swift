internal import CNGHTTP2

/// What a session tells the connection it belongs to, while it reads.
protocol ServerSessionOwner: AnyObject {
    /// A request begins to arrive. False if nothing of it is to be kept.
    func begins() -> Bool
    /// A request has arrived.
    func received(_ stream: Int32, fields: [HTTP2ReceivedRequest.Field], body: [UInt8], bodyLength: Int)
    /// The client reset a stream.
    func abandoned(_ stream: Int32, code: UInt32)
}

/// The server's side of HTTP/2 on one connection, without any input or output of its own.
@safe final class ServerSession {
    /// A request under way.
    struct Exchange {
        var fields: [HTTP2ReceivedRequest.Field] = []
        var body: [UInt8] = []
        var bodyLength = 0
        var isAnswered = false
        var answer: [UInt8] = []
        var sent = 0
    }

    weak var owner: (any ServerSessionOwner)?
    var exchanges: [Int32: Exchange] = [:]
    let longestBody: Int
    private var handle: OpaquePointer?
    private var hasSettings = false
    /// How many GOAWAYs were asked for and not yet written.
    private var ownGoAways = 0
    /// Whether the library said goodbye of its own accord, because the client broke the protocol.
    private(set) var hasGivenUp = false

    /// A session; nil when memory is short.
    init?(longestBody: Int) {
        self.longestBody = longestBody
        guard let callbacks = unsafe Self.callbacks() else { return nil }
        defer { unsafe nghttp2_session_callbacks_del(callbacks) }
        var option: OpaquePointer?
        guard unsafe nghttp2_option_new(&option) == 0 else { return nil }
        defer { unsafe nghttp2_option_del(option) }
        // Closed streams are of use to priorities only, which push services do not have.
        unsafe nghttp2_option_set_no_closed_streams(option, 1)
        unsafe fanfare_nghttp2_allow_resets(option)
        // The library calls back only while this object calls it, so the pointer is good whenever it is used.
        let pointer = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard unsafe nghttp2_session_server_new2(&handle, callbacks, pointer, option) == 0 else { return nil }
    }

    deinit { unsafe nghttp2_session_del(handle) }

    /// Sends the SETTINGS that a connection begins with, if none were given.
    func begin() {
        guard !hasSettings else { return }
        hasSettings = true
        unsafe _ = nghttp2_submit_settings(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil, 0)
    }

    func allowStreams(_ count: UInt32) {
        hasSettings = true
        var entry = nghttp2_settings_entry(
            settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
            value: count
        )
        unsafe _ = nghttp2_submit_settings(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), &entry, 1)
    }

    func reset(_ stream: Int32, _ code: UInt32) {
        unsafe _ = nghttp2_submit_rst_stream(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code)
    }

    /// The library takes no stream beyond the last one from now on. The greatest number there is stands for a mere notice
    /// (RFC 9113, 6.8): streams are taken after it.
    func goAway(_ lastStream: Int32, _ code: UInt32, _ debugData: [UInt8]) {
        ownGoAways += 1
        guard lastStream < .max else {
            unsafe _ = nghttp2_submit_shutdown_notice(handle)
            return
        }
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        let result = unsafe nghttp2_submit_goaway(handle, flags, lastStream, code, debugData, debugData.count)
        if result != 0 { ownGoAways -= 1 }
    }

    /// Answers a request. Nothing happens if its stream is no more or has an answer.
    func answer(_ stream: Int32, _ response: HTTP2ServerResponse) {
        guard exchanges[stream]?.isAnswered == false else { return }
        exchanges[stream]?.isAnswered = true
        exchanges[stream]?.answer = response.body
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.read_callback = provideBody
        unsafe response.withFields { fields in
            if response.body.isEmpty {
                unsafe _ = nghttp2_submit_response(handle, stream, fields.baseAddress, fields.count, nil)
            } else {
                unsafe _ = nghttp2_submit_response(handle, stream, fields.baseAddress, fields.count, &provider)
            }
        }
    }

    /// Takes in what the client sent; false if the connection is of no use any more.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return unsafe nghttp2_session_mem_recv(handle, start, bytes.count) == bytes.count
    }

    /// Fills the empty buffer with what is to be written, gathered from many frames; false if the connection is of no use
    /// any more.
    func fill(_ buffer: inout [UInt8]) -> Bool {
        buffer.removeAll(keepingCapacity: true)
        while buffer.count < 64 * 1024 {
            var bytes: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(handle, &bytes)
            guard count > 0 else { return count == 0 }
            unsafe buffer.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }
        return true
    }

    /// A GOAWAY was written.
    func saidGoodbye() {
        if ownGoAways > 0 { ownGoAways -= 1 } else { hasGivenUp = true }
    }
}
