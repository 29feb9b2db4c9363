"""An HTTP/2 server on 127.0.0.1 that does what a script says, for the tests of the client.

    server.py SCRIPT [CERTIFICATE KEY]

SCRIPT is JSON: a list with one list of steps for each connection; further connections repeat the last one. The first line
it prints is its port. At a line on its input it prints what it received, as one line of JSON. It ends with its input.
"""
import json
import socket
import ssl
import sys
import threading
import time

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import h2.settings

SETTINGS = {
    "MAX_CONCURRENT_STREAMS": h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS,
    "MAX_HEADER_LIST_SIZE": h2.settings.SettingCodes.MAX_HEADER_LIST_SIZE,
    "INITIAL_WINDOW_SIZE": h2.settings.SettingCodes.INITIAL_WINDOW_SIZE,
}


class Gone(Exception):
    """The client has closed the connection, or broken its rules."""


class Connection:
    def __init__(self, sock, steps, record):
        self.sock, self.steps, self.record = sock, steps, record
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.streams = []  # of the requests, in the order of their headers
        self.open = set()
        self.complete = 0
        self.acknowledged = 0
        self.reads = True

    def settings_of(self, step):
        return {SETTINGS[name]: value for name, value in step.items() if name in SETTINGS}

    def flush(self):
        data = self.h2.data_to_send()
        if data:
            self.sock.sendall(data)

    def pump(self, until):
        """Handles what comes until the condition holds."""
        while not until():
            data = self.sock.recv(65536)
            if not data:
                raise Gone("end")
            for event in self.h2.receive_data(data):
                self.handle(event)
            self.flush()

    def handle(self, event):
        if isinstance(event, h2.events.RequestReceived):
            self.streams.append(event.stream_id)
            self.open.add(event.stream_id)
            self.record["most_open"] = max(self.record["most_open"], len(self.open))
            fields = dict(event.headers)
            self.record["requests"].append({"path": fields[":path"], "fields": fields, "body": "", "reset": False})
        elif isinstance(event, h2.events.DataReceived):
            index = self.streams.index(event.stream_id)
            self.record["requests"][index]["body"] += event.data.decode()
            self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            self.complete += 1
        elif isinstance(event, h2.events.StreamReset):
            self.open.discard(event.stream_id)
            self.record["requests"][self.streams.index(event.stream_id)]["reset"] = True
        elif isinstance(event, h2.events.PingReceived):
            self.record["pings"] += 1
        elif isinstance(event, h2.events.SettingsAcknowledged):
            self.acknowledged += 1
        elif isinstance(event, h2.events.ConnectionTerminated):
            self.record["goaway"] = int(event.error_code)
            self.flush()
            raise Gone("goaway")

    def respond(self, stream, answer):
        if stream not in self.open:
            return
        body = answer.get("body")
        body = json.dumps(body).encode() if isinstance(body, dict) else (body or "").encode()
        headers = [(":status", str(answer["status"]))] + [tuple(pair) for pair in answer.get("fields", {}).items()]
        self.h2.send_headers(stream, headers, end_stream=not body)
        if body:
            self.h2.send_data(stream, body, end_stream=True)
        self.open.discard(stream)

    def of_request(self, number):
        return self.streams[number - 1]

    def step(self, step):
        if "send" in step and step["send"] == "SETTINGS":
            wanted = self.acknowledged + 1
            self.h2.update_settings(self.settings_of(step))
            self.flush()
            if not step.get("unacknowledged"):
                self.pump(lambda: self.acknowledged >= wanted)
        elif "send" in step and step["send"] == "GOAWAY":
            number = step["last_stream_of_request"]
            debug = json.dumps(step["debug"]).encode() if "debug" in step else None
            last = self.of_request(number) if number else 0
            self.goaway(last, debug)
        elif "await_requests" in step:
            # Counted over the whole connection.
            wanted = self.record["awaited"] = self.record["awaited"] + step["await_requests"]
            self.pump(lambda: self.complete >= wanted)
        elif "await_headers" in step:
            self.pump(lambda: len(self.streams) >= step["await_headers"])
        elif "await_reset" in step:
            self.pump(lambda: self.record["requests"][step["await_reset"] - 1]["reset"])
        elif "await_ping" in step:
            self.pump(lambda: self.record["pings"] >= step["await_ping"])
        elif "respond" in step:
            for number in step["respond"]["requests"]:
                self.respond(self.of_request(number), step["respond"]["with"])
        elif "respond_all" in step:
            for stream in sorted(self.open):
                self.respond(stream, step["respond_all"])
        elif "reset" in step:
            for number in step["reset"]["requests"]:
                self.h2.reset_stream(self.of_request(number), h2.errors.ErrorCodes[step["reset"]["error"]])
                self.open.discard(self.of_request(number))
        elif "serve" in step or "then_serve_normally" in step:
            answer = step.get("serve") or {"status": 200}
            # What is open now was meant to stay silent, in the case's script.
            silent = set(self.open) if "then_serve_normally" in step else set()
            while True:
                for stream in sorted(self.open - silent):
                    if len(self.streams) > 0 and self.is_complete(stream):
                        self.respond(stream, answer)
                self.flush()
                seen = self.complete
                self.pump(lambda: self.complete > seen)
        elif "refuse_all" in step:
            while True:
                for stream in sorted(self.open):
                    self.h2.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)
                    self.open.discard(stream)
                self.flush()
                seen = len(self.streams)
                self.pump(lambda: len(self.streams) > seen)
        elif "drop_all_packets" in step:
            threading.Event().wait()
        elif "keep_open_ms" in step:
            # As long as the client likes, and as long as there is something to wait for.
            self.pump(lambda: False)
        elif "delay_ms" in step:
            time.sleep(step["delay_ms"] / 1000)
        elif "close" in step:
            raise Gone("script")
        self.flush()

    def is_complete(self, stream):
        return self.h2.streams[stream].closed or self.h2.streams[stream].state_machine.state.name != "OPEN"

    def goaway(self, last, debug):
        """Written by hand, because the library takes a GOAWAY for the end of everything."""
        self.flush()
        payload = last.to_bytes(4, "big") + (0).to_bytes(4, "big") + (debug or b"")
        self.sock.sendall(len(payload).to_bytes(3, "big") + b"\x07\x00" + (0).to_bytes(4, "big") + payload)

    def run(self):
        try:
            first = self.steps[0] if self.steps else {}
            if first.get("send") == "SETTINGS":
                settings = self.settings_of(first)
                settings.setdefault(h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS, 100)
                self.h2.local_settings = h2.settings.Settings(client=False, initial_values=settings)
                self.steps = self.steps[1:]
            self.h2.initiate_connection()
            self.flush()
            for step in self.steps:
                self.step(step)
            self.pump(lambda: False)
        except (Gone, OSError) as end:
            self.record["end"] = str(end)
        except h2.exceptions.ProtocolError as error:
            self.record["error"] = repr(error)
            try:
                self.flush()
            except OSError:
                pass
        finally:
            self.sock.close()


def accept(listener, context, script, records):
    while True:
        sock, _ = listener.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        number = len(records)
        record = {"requests": [], "pings": 0, "most_open": 0, "awaited": 0}
        records.append(record)
        steps = script[min(number, len(script) - 1)]

        def serve(sock=sock, steps=steps, record=record):
            if context:
                try:
                    sock = context.wrap_socket(sock, server_side=True)
                except OSError as error:
                    record["error"] = repr(error)
                    return
            Connection(sock, steps, record).run()

        if steps and steps[0].get("refuse_connection"):
            sock.close()
            continue
        threading.Thread(target=serve, daemon=True).start()


def main():
    script = json.loads(sys.argv[1])
    context = None
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[2], sys.argv[3])
        context.set_alpn_protocols([sys.argv[4] if len(sys.argv) > 4 else "h2"])
    listener = socket.create_server(("127.0.0.1", 0))
    records = []
    threading.Thread(target=accept, args=(listener, context, script, records), daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    for _ in sys.stdin:
        print(json.dumps(records), flush=True)


main()
