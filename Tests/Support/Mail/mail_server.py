"""A mail server on loopback (aiosmtpd) that keeps what it gets and fails where it is told to.

    mail_server.py OPTIONS        OPTIONS is a JSON object, see TestMailServer.swift

Prints its port. Each line it reads is a JSON object: {"faults": [...]} replaces the faults and is answered by a line;
{"report": true} writes what came to the file `report` of the options, as JSON, and is answered by a line then.

A fault: {"at": STAGE, "skip": n, "times": n or null, "every": n, and what happens:
  "reply": lines sent instead of doing anything    "raw": the same, as it is
  "delay": milliseconds before going on            "silence": true   nothing more is ever said
  "endless": true   lines of one reply for ever    "close": "before" or "after" doing it, or with "reply" after that
  "bytes": n   of a content that are read before its connection is closed, or the reply comes}
"""
import asyncio
import base64
import json
import logging
import socket
import ssl
import sys
import threading
import warnings

from aiosmtpd.smtp import SMTP, AuthResult

warnings.simplefilter("ignore")
logging.disable()
options = json.loads(sys.argv[1])
sessions = []
faults = []


def set_faults(new):
    faults[:] = [dict(fault, seen=0) for fault in new]


def fault_at(stage):
    """The fault for what happens now at a stage, if there is one."""
    found = None
    for fault in faults:
        if fault["at"] != stage:
            continue
        number = fault["seen"] - fault.get("skip", 0)
        fault["seen"] += 1
        is_meant = number >= 0 and number % fault.get("every", 1) == 0
        if is_meant and (fault.get("times") is None or number // fault.get("every", 1) < fault["times"]):
            found = found or fault
    return found


def text(data):
    return base64.b64encode(data).decode()


class Mailbox:
    """What aiosmtpd calls a handler."""

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        name = hostname.strip()
        is_literal = name.startswith("[") and name.endswith("]")
        if options["strictHello"] and ("_" in name or not ("." in name or is_literal)):
            return ["501 5.5.2 bad name"]
        session.host_name = name
        methods = options["mechanisms"]
        lines = [line for line in responses if not line.startswith("250-AUTH")]
        return lines[:-1] + (["250-AUTH " + " ".join(methods)] if methods else []) + lines[-1:]

    async def handle_DATA(self, server, session, envelope):
        sender = "" if envelope.mail_from == "<>" else envelope.mail_from
        mail = {"sender": sender, "recipients": envelope.rcpt_tos, "parameters": envelope.mail_options,
                "content": text(envelope.original_content), "isTaken": False}
        server.record["mails"].append(mail)
        fault = fault_at("message")
        # It may have been taken, or not, where no reply tells.
        mail["isTaken"] = fault is None or "reply" not in fault or fault["reply"].startswith("2")
        if fault and "reply" in fault and "close" not in fault:
            return fault["reply"].replace("\n", "\r\n")
        if fault and not await server.suffers(fault):
            await server.gone()
        idle = fault_at("idle")
        if idle:
            asyncio.get_running_loop().create_task(server.suffers(idle))
        return "250 2.0.0 taken as number 1"


class Server(SMTP):
    def __init__(self, **arguments):
        super().__init__(Mailbox(), hostname="mx.example.test", ident="test", auth_require_tls=False,
                         authenticator=self.check, enable_SMTPUTF8=options["takesUTF8"], **arguments)
        self.command_size_limits.clear()
        self.command_size_limit = 4096
        for verb, stage in [("EHLO", "hello"), ("HELO", "hello"), ("STARTTLS", "startTLS"), ("AUTH", "login"),
                            ("MAIL", "sender"), ("RCPT", "recipient"), ("DATA", "data"), ("RSET", "reset")]:
            self._smtp_methods[verb] = self.wrapped(verb, stage, self._smtp_methods[verb])
        self._smtp_methods["QUIT"] = self.wrapped("QUIT", "quit", self._smtp_methods["QUIT"])

    def wrapped(self, verb, stage, method):
        async def run(argument):
            said = verb if verb == "AUTH" else f"{verb} {argument or ''}".strip()
            self.record["commands"].append(said)
            if verb in ("EHLO", "HELO"):
                self.record["hello"] = argument
                self.record["isSecure"] = self.transport.get_extra_info("ssl_object") is not None
            fault = fault_at(stage)
            if fault and not await self.suffers(fault):
                return
            content = fault_at("content") if verb == "DATA" else None
            if content:
                await self.push("354 go on")
                await self._reader.readexactly(content.get("bytes", 1))
                if "reply" in content:
                    await self.push(content["reply"])
                elif not content.get("silence"):
                    return self.transport.abort()
                await self.gone()
            await method(argument)
            if fault and fault.get("close") == "after" and self.transport:
                self.transport.close()
        return run

    async def suffers(self, fault):
        """Does what a fault is; whether to go on then."""
        if "delay" in fault:
            await asyncio.sleep(fault["delay"] / 1000)
            return True
        if fault.get("silence"):
            await self.gone()
        if fault.get("endless"):
            while self.transport:
                await self.push("250-and " * 100 + "so on")
        if "reply" in fault or "raw" in fault:
            said = fault["reply"].replace("\n", "\r\n") + "\r\n" if "reply" in fault else fault["raw"]
            self.transport.write(said.encode())
        elif fault.get("close") == "after":
            return True
        if fault.get("close"):
            self.transport.close()
        return False

    async def gone(self):
        """Until the connection is closed, which cancels this."""
        await asyncio.get_running_loop().create_future()

    async def _handle_client(self):
        self.record = {"hello": None, "isSecure": False, "login": None, "commands": [], "mails": []}
        sessions.append(self.record)
        fault = fault_at("greeting")
        if fault and not await self.suffers(fault):
            await self.gone()
        await super()._handle_client()

    def check(self, server, session, envelope, mechanism, data):
        self.record["login"] = {"mechanism": mechanism, "user": text(data.login), "secret": text(data.password)}
        return AuthResult(success=True)

    async def auth_XOAUTH2(self, server, arguments):
        answer = base64.b64decode(arguments[1]) if len(arguments) > 1 else await self.challenge_auth("")
        user, token, *_ = answer.split(b"\1")
        is_refused = b"expired" in token
        self.record["login"] = {"mechanism": "XOAUTH2", "user": text(user.removeprefix(b"user=")),
                                "secret": text(token.removeprefix(b"auth=Bearer "))}
        if is_refused:
            await self.challenge_auth('{"status":"400"}')
        return AuthResult(success=not is_refused)


def report():
    with open(options["report"], "w") as file:
        json.dump(sessions, file)
    print("written", flush=True)


def listen():
    for line in sys.stdin:
        order = json.loads(line)
        if "faults" in order:
            loop.call_soon_threadsafe(lambda: (set_faults(order["faults"]), print("set", flush=True)))
        else:
            loop.call_soon_threadsafe(report)
    loop.call_soon_threadsafe(loop.stop)


async def start():
    secure = None
    if options.get("certificate"):
        secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        secure.load_cert_chain(options["certificate"], options["key"])
    later = secure if options["security"] == "startTLS" else None
    return await loop.create_server(lambda: Server(tls_context=later, loop=loop), options["address"], 0, backlog=256,
                                    ssl=secure if options["security"] == "implicit" else None)

set_faults(options["faults"])
loop = asyncio.new_event_loop()
server = loop.run_until_complete(start())
# Connections inherit it: what a client writes and nobody reads does not vanish in large buffers.
server.sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
print(server.sockets[0].getsockname()[1], flush=True)
threading.Thread(target=listen, daemon=True).start()
loop.run_forever()
