import FanfareHTTP2
import FanfarePush

extension APNsMessage {
    func checkHeaders() throws(APNsMessageError) {
        if let collapseID, !AppleCollapseID.isValid(collapseID) {
            let problem = "has \(collapseID.utf8.count) bytes or characters no header has; expected 1 to 64 bytes"
            let excess = collapseID.utf8.count - 64
            throw APNsMessageError("collapseID", "\(problem) of visible ASCII", excess: excess > 0 ? excess : nil)
        }
        for (field, value) in [("topic", topic), ("pushType", pushType?.rawValue)] {
            guard let value else { continue }
            guard !value.isEmpty, Self.isHeaderValue(value) else {
                throw APNsMessageError(field, "is empty or has characters no header has")
            }
        }
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { try Self.checkHeader(name, value) }
    }

    private static func checkHeader(_ name: String, _ value: String) throws(APNsMessageError) {
        var fields = HTTP2Fields()
        do {
            try fields.append(name, value)
        } catch .name {
            throw APNsMessageError("headers", "has a name no header has; names are in lower case")
        } catch {
            throw APNsMessageError("headers.\(name)", "has characters no header has")
        }
        if let property = reservedHeaders[name] {
            throw APNsMessageError("headers.\(name)", "is \(property)")
        }
    }

    private static func isHeaderValue(_ text: String) -> Bool {
        var fields = HTTP2Fields()
        return (try? fields.append("x", text)) != nil
    }

    /// The headers that are not for the taking, and why. APNs refuses a request that has one of its own twice.
    private static let reservedHeaders: [String: String] = {
        var reserved = [
            "apns-id": "the delivery's id, the same on every attempt",
            "apns-push-type": "said by pushType",
            "apns-topic": "said by topic",
            "apns-priority": "said by priority",
            "apns-expiration": "said by expiration",
            "apns-collapse-id": "said by collapseID",
            "authorization": "made from the credential",
        ]
        // RFC 9113, 8.2.2; and APNs takes no compressed bodies.
        let transport = ["connection", "content-encoding", "content-length", "host", "keep-alive", "proxy-connection"]
        for name in transport + ["te", "transfer-encoding", "upgrade"] { reserved[name] = "an affair of the transport" }
        return reserved
    }()
}
