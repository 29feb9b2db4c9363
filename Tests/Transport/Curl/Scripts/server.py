"""A server on loopback that does what a request's path says.

    server.py [CERTIFICATE KEY]

Prints its port, and that of a socket which takes connections and never says a word. For each line it reads it prints how
many requests came for each path.
"""
import collections
import itertools
import json
import socket
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

seen = collections.Counter()
numbers = itertools.count(1)
never = threading.Event()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.connection_number = next(numbers)
        self.requests = 0

    def answer(self, status, body, fields=()):
        self.send_response(status)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.requests += 1
        seen[self.path] += 1
        action, _, number = self.path[1:].partition("/")
        if action == "echo":
            sent = {name.lower(): value for name, value in self.headers.items()}
            fields = [("X-Method", self.command), ("X-Connection", str(self.connection_number)),
                      ("X-Sent", json.dumps(sent)), ("X-Twice", "first"), ("x-twice", "second"), ("X-Blank", "")]
            self.answer(200, body, fields)
        elif action == "status":
            self.answer(int(number), b"as asked", [("Location", "/echo")])
        elif action == "long":
            self.answer(200, b"x" * int(number))
        elif action == "fields":
            self.answer(200, b"", [(f"X-{i}", "x" * 1000) for i in range(int(number))])
        elif action == "silent":
            never.wait()
        elif action == "half":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
            self.close_connection = True
        elif action == "nonsense":
            self.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n\r\n")
            self.close_connection = True
        elif action == "once" and self.requests == 1:
            self.answer(200, b"and no more over this connection")
        else:
            self.close_connection = True

    do_GET = do_POST = do_PUT = handle_any

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # A burst of connections must not wait for the network to try again.
    request_queue_size = 128

    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 1:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
mute = socket.create_server(("127.0.0.1", 0))
print(server.server_address[1], mute.getsockname()[1], sep="\n", flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
for _ in sys.stdin:
    print(json.dumps(seen), flush=True)
