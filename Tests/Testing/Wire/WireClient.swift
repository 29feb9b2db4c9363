import FanfareTesting
import Foundation

/// Python's `h2` as a client of the server: it sends what it is told and writes down what comes back.
struct WireClient {
    /// A request. What is nil is not sent; the defaults are those of a sound alert.
    struct Request: Encodable {
        var method = "POST"
        var path = "/3/device/00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
        /// "new" for a token that PyJWT makes for the team, the key and the age.
        var authorization = ""
        var team = "DEF123GHIJ"
        var key = "ABC123DEFG"
        var age = 0
        var fields = ["apns-topic": "com.example.app", "apns-push-type": "alert"]
        var body = #"{"aps":{"alert":"hello"}}"#
    }

    /// What is sent and when it is enough.
    struct Plan: Encodable {
        var requests: [Request]
        /// Whether each request waits for the answer to the one before it.
        var oneByOne = false
        /// Whether to send without having read the server's SETTINGS.
        var eager = false
        /// Whether a PING is sent after the requests.
        var pings = false
        /// Whether the client says which stream it gives up, by index.
        var gives: [Int] = []
        /// The kinds of events to wait for, besides an end of every request; nil for no such end either.
        var until: [String] = []
        var answers = true
        /// When to give up waiting.
        var limit = 10.0
    }

    /// What was seen: `answer`, `reset`, `goaway`, `settings`, `pong`, `closed`, `dropped`, `limit`.
    struct Event: Decodable {
        let kind: String
        var request: Int?
        var status: Int?
        var fields: [String: String]?
        var body: String?
        var code: Int?
        var last: Int?
        var streams: Int?
    }

    struct Unavailable: Error { let text: String }

    /// Runs a plan against APNs to its end.
    static func run(_ plan: Plan, against server: APNsServer) async throws -> [Event] {
        try await run(plan, port: server.port, certificate: server.certificateFile)
    }

    /// Runs a plan to its end.
    static func run(_ plan: Plan, port: UInt16, certificate: String?) async throws -> [Event] {
        let plan = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
        let arguments = ["-c", script, String(port), certificate ?? "", plan]
        let (output, status) = try await Program.run("/usr/bin/python3", arguments)
        guard status == 0 else { throw Unavailable(text: "python3-h2 or PyJWT: \(output)") }
        return try JSONDecoder().decode([Event].self, from: Data(output.utf8))
    }

    private static let script = #"""
        import json, socket, ssl, sys, time
        import h2.config, h2.connection, h2.events, h2.exceptions, h2.settings

        port, certificate, plan = int(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
        sock = socket.create_connection(("127.0.0.1", port), timeout=10)
        if certificate:
            context = ssl.create_default_context(cafile=certificate)
            context.set_alpn_protocols(["h2"])
            sock = context.wrap_socket(sock, server_hostname="localhost")
            assert sock.selected_alpn_protocol() == "h2"
        config = h2.config.H2Configuration(
            header_encoding="utf-8", validate_outbound_headers=False, normalize_outbound_headers=False)
        connection = h2.connection.H2Connection(config)
        connection.initiate_connection()
        sock.sendall(connection.data_to_send())
        tokens, streams, events, answers, ended, incoming = {}, {}, [], {}, set(), bytearray()
        limit = time.monotonic() + plan["limit"]

        def token(request):
            who = (request["team"], request["key"], request["age"])
            if who not in tokens:
                # Slow to load, so only if they are needed.
                import jwt
                from cryptography.hazmat.primitives.asymmetric import ec
                private = ec.generate_private_key(ec.SECP256R1())
                tokens[who] = jwt.encode(
                    {"iss": who[0], "iat": int(time.time()) - who[2]}, private, "ES256", headers={"kid": who[1]})
            return "bearer " + tokens[who]

        def send(index):
            request = plan["requests"][index]
            authorization = request["authorization"]
            headers = [(":method", request["method"]), (":scheme", "https"), (":path", request["path"]),
                       (":authority", f"127.0.0.1:{port}"),
                       ("authorization", token(request) if authorization == "new" else authorization)]
            headers = [h for h in headers if h[1] != ""] + sorted(request["fields"].items())
            stream = connection.get_next_available_stream_id()
            streams[stream] = index
            body = request["body"].encode()
            connection.send_headers(stream, headers, end_stream=not body)
            for start in range(0, len(body), 16000):
                connection.send_data(stream, body[start:start + 16000], end_stream=start + 16000 >= len(body))
            if index in plan["gives"]:
                connection.reset_stream(stream, 8)
                ended.add(index)

        def note(kind, **more):
            events.append({"kind": kind, **more})

        def read():
            sock.settimeout(max(limit - time.monotonic(), 0.001))
            try:
                data = sock.recv(65536)
            except (socket.timeout, TimeoutError):
                note("limit")
                return False
            except OSError:
                note("dropped")
                return False
            if not data:
                note("closed")
                return False
            incoming.extend(data)
            for event in received():
                index = streams.get(getattr(event, "stream_id", None))
                if isinstance(event, h2.events.RemoteSettingsChanged):
                    change = event.changed_settings.get(h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS)
                    note("settings", streams=change.new_value if change else None)
                elif isinstance(event, h2.events.ResponseReceived):
                    fields = dict(event.headers)
                    answers[index] = {"status": int(fields.pop(":status")), "fields": fields, "body": ""}
                elif isinstance(event, h2.events.DataReceived):
                    answers[index]["body"] += event.data.decode()
                elif isinstance(event, h2.events.StreamEnded):
                    note("answer", request=index, **answers[index])
                    ended.add(index)
                elif isinstance(event, h2.events.StreamReset):
                    note("reset", request=index, code=int(event.error_code))
                    ended.add(index)
                elif isinstance(event, h2.events.ConnectionTerminated):
                    note("goaway", last=event.last_stream_id, code=int(event.error_code),
                         body=(event.additional_data or b"").decode())
                elif isinstance(event, h2.events.PingAckReceived):
                    note("pong")
            flush()
            return True

        def received():
            # Frame by frame, because h2 takes none after a GOAWAY unless it is told that the connection goes on.
            while len(incoming) >= 9 and len(incoming) >= 9 + int.from_bytes(incoming[:3], "big"):
                size = 9 + int.from_bytes(incoming[:3], "big")
                frame = bytes(incoming[:size])
                del incoming[:size]
                yield from connection.receive_data(frame)
                connection.state_machine.state = h2.connection.ConnectionState.CLIENT_OPEN

        def flush():
            try:
                sock.sendall(connection.data_to_send())
            except OSError:
                pass

        def satisfied():
            kinds = [event["kind"] for event in events]
            return (not plan["answers"] or len(ended) == len(streams)) and all(
                kinds.count(kind) >= plan["until"].count(kind) for kind in plan["until"])

        going = True
        while going and not plan["eager"] and not events:
            going = read()
        try:
            for index in range(len(plan["requests"])):
                send(index)
                if plan["oneByOne"]:
                    flush()
                    while going and len(ended) <= index:
                        going = read()
        except h2.exceptions.ProtocolError as error:
            note("refused by h2", body=str(error))
        if plan["pings"]:
            connection.ping(b"12345678")
        flush()
        while going and not satisfied():
            going = read()
        print(json.dumps(events))
        """#
}
