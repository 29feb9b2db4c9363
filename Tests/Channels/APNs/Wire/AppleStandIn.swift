import Foundation
import TestPrograms

/// Python's `h2` in Apple's place, which checks requests with PyJWT: neither was written here.
///
/// It answers by the token's beginning: `bad…` is refused, `dead…` is gone, everything else is accepted if the request is
/// right. HTTP/2 is spoken without TLS, as it may be on this machine.
final class AppleStandIn {
    struct Unavailable: Error, CustomStringConvertible {
        let description = "PyJWT and h2 did not run; Scripts/setup test installs them"
    }

    let url: URL
    private let process: ChildProcess

    init() async throws {
        // Debian's packages are for Debian's own Python, which need not be the first one on the path.
        let system = "/usr/bin/python3"
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/keys/expected_public.pem")
        let python = FileManager.default.isExecutableFile(atPath: system) ? system : "python3"
        process = try ChildProcess("/usr/bin/env", [python, "-c", Self.script, fixtures.path()])
        guard let port = await process.line().flatMap(UInt16.init),
            let url = URL(string: "http://127.0.0.1:\(port)")
        else { throw Unavailable() }
        self.url = url
    }

    private static let script = #"""
        import json, re, socket, sys, threading, time
        import h2.config, h2.connection, h2.events, jwt

        public_key = open(sys.argv[1]).read()

        def refusal(headers, body, issuers):
            scheme, _, token = headers.get("authorization", "").partition(" ")
            try:
                claims = jwt.decode(token, public_key, algorithms=["ES256"])
            except jwt.InvalidTokenError:
                return 403, {"reason": "InvalidProviderToken"}
            issuers.add(claims["iss"])
            if scheme != "bearer" or set(claims) != {"iss", "iat"} or type(claims["iat"]) is not int or len(issuers) > 1:
                return 403, {"reason": "InvalidProviderToken"}
            if abs(time.time() - claims["iat"]) > 3600:
                return 403, {"reason": "ExpiredProviderToken"}
            if not re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", headers.get("apns-id", "")):
                return 400, {"reason": "BadMessageId"}
            if headers.get("apns-topic") != "com.example." + claims["iss"].lower():
                return 400, {"reason": "BadTopic"}
            if headers.get("apns-push-type") != "alert" or headers.get("apns-priority") != "10":
                return 400, {"reason": "BadPriority"}
            if json.loads(body)["aps"]["alert"]["title"] != "Grüße":
                return 400, {"reason": "PayloadEmpty"}
            device = re.fullmatch("/3/device/([0-9a-f]+)", headers[":path"])
            if headers[":method"] != "POST" or not device:
                return 404, {"reason": "BadPath"}
            if device[1].startswith("bad"):
                return 400, {"reason": "BadDeviceToken"}
            if device[1].startswith("dead"):
                return 410, {"reason": "Unregistered", "timestamp": 1700000000123}

        def serve(peer):
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
            connection.initiate_connection()
            peer.sendall(connection.data_to_send())
            requests, issuers = {}, set()
            while data := peer.recv(65536):
                for event in connection.receive_data(data):
                    if isinstance(event, h2.events.RequestReceived):
                        requests[event.stream_id] = dict(event.headers), bytearray()
                    elif isinstance(event, h2.events.DataReceived):
                        requests[event.stream_id][1].extend(event.data)
                        connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    elif isinstance(event, h2.events.StreamEnded):
                        headers, body = requests.pop(event.stream_id)
                        status, reason = refusal(headers, bytes(body), issuers) or (200, None)
                        fields = [(":status", str(status)), ("apns-id", headers.get("apns-id", ""))]
                        connection.send_headers(event.stream_id, fields, end_stream=not reason)
                        if reason:
                            connection.send_data(event.stream_id, json.dumps(reason).encode(), end_stream=True)
                peer.sendall(connection.data_to_send())

        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        while True:
            threading.Thread(target=serve, args=[server.accept()[0]], daemon=True).start()
        """#
}
