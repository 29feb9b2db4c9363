internal import CNGHTTP2

extension ServerSession {
    /// Keeps a piece of a request's body, as far as there is room.
    func takeBody(_ bytes: UnsafeBufferPointer<UInt8>, of stream: Int32) {
        let room = max(longestBody - (exchanges[stream]?.body.count ?? 0), 0)
        exchanges[stream]?.bodyLength += bytes.count
        unsafe exchanges[stream]?.body.append(contentsOf: bytes.prefix(room))
    }

    /// Hands over a request that is complete.
    func complete(_ stream: Int32) {
        guard let exchange = exchanges[stream] else { return }
        exchanges[stream] = Exchange()
        owner?.received(
            stream,
            fields: exchange.fields,
            body: exchange.body,
            bodyLength: exchange.bodyLength
        )
    }

    /// Copies the next piece of an answer's body.
    func copyAnswer(
        of stream: Int32,
        to buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> (count: Int, isLast: Bool) {
        guard let exchange = exchanges[stream] else { return (0, true) }
        let piece = exchange.answer[exchange.sent...].prefix(buffer.count)
        unsafe _ = buffer.update(fromContentsOf: piece)
        exchanges[stream]?.sent += piece.count
        return (piece.count, piece.endIndex == exchange.answer.endIndex)
    }
}

extension HTTP2ServerResponse {
    /// The fields as the library takes them, the status first. The library copies them.
    func withFields(_ body: (UnsafeBufferPointer<nghttp2_nv>) -> Void) {
        var bytes = Array(":status".utf8)
        let nameLength = bytes.count
        bytes += String(status).utf8
        let start = bytes.count
        bytes += fields.bytes
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var entries = unsafe [nghttp2_nv]()
            unsafe entries.reserveCapacity(fields.positions.count + 1)
            let status = unsafe field(base, nameLength: nameLength, valueLength: start - nameLength)
            unsafe entries.append(status)
            for position in fields.positions {
                let name = unsafe base + start + position.start
                let entry = unsafe field(name, nameLength: position.nameLength, valueLength: position.valueLength)
                unsafe entries.append(entry)
            }
            unsafe entries.withUnsafeBufferPointer(body)
        }
    }

    /// A field whose value follows its name.
    private func field(_ name: UnsafeMutablePointer<UInt8>, nameLength: Int, valueLength: Int) -> nghttp2_nv {
        unsafe nghttp2_nv(
            name: name,
            value: name + nameLength,
            namelen: nameLength,
            valuelen: valueLength,
            flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)
        )
    }
}
