"""The other ends of notices, for real: a mail server, a push service and a room with a webhook."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece  # type: ignore[import-untyped]
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from intrigue.agents.client import Client
from intrigue.server.notices.push import base64url

from .running import free_port

SENDER = "intrigue <table@play.example>"
PATIENCE = 60.0  # seconds


class Mailbox:
    """What a mail server was handed, in order. With `closed` it takes nothing."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.closed = ""
        self._came = threading.Condition()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.closed:
            return self.closed
        mail = message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        with self._came:
            self.mails.append(mail)
            self._came.notify_all()
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]

    def wait(self, address: str, count: int = 1) -> EmailMessage:
        with self._came:
            came = self._came.wait_for(lambda: len(self.to(address)) >= count, PATIENCE)
        assert came, f"no mail came to {address}"
        return self.to(address)[-1]


@contextmanager
def mail_server(
    scheme: str = "smtp", login: str = "", **terms: Any
) -> Iterator[tuple[Mailbox, list[str]]]:
    """A mail server, and what a server must be started with to use it."""
    box = Mailbox()
    port = free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port, **terms)
    controller.start()
    try:
        yield box, ["--mail", f"{scheme}://{login}127.0.0.1:{port}", "--sender", SENDER]
    finally:
        controller.stop()


def text_of(mail: EmailMessage, kind: str = "plain") -> str:
    part = mail.get_body((kind,))
    assert part is not None
    text: str = part.get_content()
    return text


class Receiver:
    """An HTTP server that keeps what is posted to it and answers with `status`."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.url = ""
        self._came = threading.Condition()

    def take(self, path: str, headers: dict[str, str], body: bytes) -> None:
        with self._came:
            self.got.append((path, headers, body))
            self._came.notify_all()

    def wait(self, count: int = 1) -> tuple[str, dict[str, str], bytes]:
        with self._came:
            assert self._came.wait_for(lambda: len(self.got) >= count, PATIENCE), "nothing came"
        return self.got[-1]

    def json(self, count: int = 1) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.wait(count)[2])
        return found


@contextmanager
def receiver() -> Iterator[Receiver]:
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            kept.take(self.path, headers, body)
            self.send_response(kept.status)
            if kept.status in (301, 302, 307):
                self.send_header("Location", f"{kept.url}/elsewhere")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield kept
    finally:
        server.shutdown()


class Browser:
    """A browser's side of web push: it subscribes, and reads what only it can."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": base64url(point), "auth": base64url(self.auth)}

    def read(self, sealed: bytes) -> dict[str, Any]:
        plain = http_ece.decrypt(
            sealed, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        found: dict[str, Any] = json.loads(plain)
        return found


def attach(client: Client, box: Mailbox, address: str) -> None:
    """Give somebody a confirmed address, by the link that is mailed."""
    kept = address.lower()
    count = len(box.to(kept))
    client.post("/api/me/address", address=address)
    client.post("/api/sign-in/use", token=token_in(box.wait(kept, count + 1)))


def token_in(mail: EmailMessage) -> str:
    """The token of the link in a mail."""
    return text_of(mail).partition("/sign-in#")[2].split()[0]
