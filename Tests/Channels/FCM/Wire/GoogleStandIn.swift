import Foundation
import TestPrograms

/// Python's `h2` in FCM's place and its `http.server` in the token endpoint's, which checks assertions with PyJWT: none of
/// them was written here.
///
/// It gives out access tokens, one project each, and answers messages by the token's beginning: `dead…` is gone, `slow…` gets
/// too much, everything else is accepted if the request is right. HTTP/2 is spoken without TLS, as it may be on this machine, and HTTP/1.1 is all
/// that the token endpoint knows.
final class GoogleStandIn {
    struct Unavailable: Error, CustomStringConvertible {
        let description = "PyJWT and h2 did not run; Scripts/setup test installs them"
    }

    let url: String
    /// The texts of service accounts by project.
    let accounts: [String: String]
    private let process: ChildProcess

    init(_ projects: String...) async throws {
        // Debian's packages are for Debian's own Python, which need not be the first one on the path.
        let system = "/usr/bin/python3"
        let python = FileManager.default.isExecutableFile(atPath: system) ? system : "python3"
        process = try ChildProcess("/usr/bin/env", [python, "-c", Self.script] + projects)
        guard let port = await process.line().flatMap(UInt16.init) else { throw Unavailable() }
        url = "http://127.0.0.1:\(port)"
        var accounts: [String: String] = [:]
        for project in projects { accounts[project] = await process.line() }
        self.accounts = accounts
    }

    /// How often access tokens were asked for, and what was wrong with requests.
    func report() async throws -> (tokens: Int, faults: String) {
        process.write("report\n")
        guard let count = await process.line().flatMap({ Int($0) }), let faults = await process.line() else {
            throw Unavailable()
        }
        return (count, faults)
    }

    private static let script = #"""
        import json, re, socket, sys, threading, urllib.parse
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        import h2.config, h2.connection, h2.events, jwt
        from cryptography.hazmat.primitives.asymmetric import rsa
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        server = socket.create_server(("127.0.0.1", 0))
        port = server.getsockname()[1]
        keys = {project: rsa.generate_private_key(65537, 2048) for project in sys.argv[1:]}
        granted, faults, lock = {}, [], threading.Lock()
        scope = "https://www.googleapis.com/auth/firebase.messaging"

        def grant(headers, body):
            assert headers[":path"] == "/token", headers
            form = urllib.parse.parse_qs(body.decode("ascii"), strict_parsing=True)
            assert headers["content-type"].startswith("application/x-www-form-urlencoded"), headers
            assert form["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"], form
            [assertion] = form["assertion"]
            project = jwt.get_unverified_header(assertion)["kid"]
            claims = jwt.decode(assertion, keys[project].public_key(), algorithms=["RS256"], audience=token_uri,
                                options={"require": ["iss", "iat", "exp", "aud"]})
            assert claims["iss"] == f"push@{project}.iam.gserviceaccount.com" and claims["scope"] == scope, claims
            assert type(claims["iat"]) is int and type(claims["exp"]) is int, claims
            assert claims["exp"] - claims["iat"] <= 3600, claims
            token = f"token-{len(granted)}"
            granted[token] = project
            return 200, {"access_token": token, "expires_in": 3599, "token_type": "Bearer"}

        def error(status, canonical, code):
            detail = {"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code}
            other = {"@type": "type.googleapis.com/google.rpc.Help", "links": []}
            return status, {"error": {"code": status, "status": canonical, "message": "no", "details": [other, detail]}}

        def send(headers, body):
            project = re.fullmatch("/v1/projects/([a-z-]+)/messages:send", headers[":path"])[1]
            scheme, _, token = headers["authorization"].partition(" ")
            assert scheme == "Bearer" and granted[token] == project, headers
            assert headers["content-type"].startswith("application/json"), headers
            request = json.loads(body)
            message = request["message"]
            if request.get("validate_only"):
                return 200, {"name": f"projects/{project}/messages/fake_message_id"}
            assert message["notification"]["title"] == "Grüße", message
            assert message["android"]["notification"]["tag"] == message["apns"]["headers"]["apns-collapse-id"], message
            if message["token"].startswith("dead"):
                return error(404, "NOT_FOUND", "UNREGISTERED")
            if message["token"].startswith("slow"):
                return error(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED")
            return 200, {"name": f"projects/{project}/messages/{message['token']}"}

        def answer(handler, headers, body):
            try:
                with lock:
                    assert headers[":method"] == "POST", headers
                    return handler(headers, body)
            except Exception as problem:
                faults.append(repr(problem))
                return 400, {"error": "invalid_grant"}

        class TokenEndpoint(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                headers = {name.lower(): value for name, value in self.headers.items()}
                headers |= {":method": self.command, ":path": self.path}
                status, body = answer(grant, headers, self.rfile.read(int(headers["content-length"])))
                text = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *arguments):
                pass

        token_server = ThreadingHTTPServer(("127.0.0.1", 0), TokenEndpoint)
        token_uri = f"http://127.0.0.1:{token_server.server_address[1]}/token"
        threading.Thread(target=token_server.serve_forever, daemon=True).start()

        def serve(peer):
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
            connection.initiate_connection()
            peer.sendall(connection.data_to_send())
            requests = {}
            while data := peer.recv(65536):
                for event in connection.receive_data(data):
                    if isinstance(event, h2.events.RequestReceived):
                        requests[event.stream_id] = dict(event.headers), bytearray()
                    elif isinstance(event, h2.events.DataReceived):
                        requests[event.stream_id][1].extend(event.data)
                        connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    elif isinstance(event, h2.events.StreamEnded):
                        status, body = answer(send, *requests.pop(event.stream_id))
                        fields = [(":status", str(status)), ("content-type", "application/json; charset=UTF-8")]
                        connection.send_headers(event.stream_id, fields)
                        connection.send_data(event.stream_id, json.dumps(body).encode(), end_stream=True)
                peer.sendall(connection.data_to_send())

        def report():
            for line in sys.stdin:
                print(len(granted), " ".join(faults), sep="\n", flush=True)

        print(port)
        for project, key in keys.items():
            pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
            print(json.dumps({"type": "service_account", "project_id": project, "private_key_id": project,
                              "private_key": pem, "client_email": f"push@{project}.iam.gserviceaccount.com",
                              "token_uri": token_uri}), flush=True)
        threading.Thread(target=report, daemon=True).start()
        while True:
            threading.Thread(target=serve, args=[server.accept()[0]], daemon=True).start()
        """#
}
