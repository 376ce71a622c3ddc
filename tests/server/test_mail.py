"""Mail by a real server that wants TLS and a login: from the first byte, after STARTTLS, and when
nobody vouches for its certificate."""

import datetime
import ipaddress
import ssl
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from intrigue.agents.client import Client

from .post_office import mail_server, token_in
from .running import serving, wait_for


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """A certificate that vouches for itself and this machine, and a server's use of it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mail.example")])
    now = datetime.datetime.now(datetime.UTC)
    here = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([here]), critical=False)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "mail.pem", folder / "mail.key"
    public.write_bytes(made.public_bytes(Encoding.PEM))
    private.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    return public, context


def known(server: Any, session: Any, envelope: Any, mechanism: str, given: Any) -> AuthResult:
    login = LoginPassword(b"table", b"p@ss:word")
    return AuthResult(success=given == login, handled=True)


LOGIN = {"authenticator": known, "auth_required": True}
pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH")  # of the mail server


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_mail_is_handed_in_under_tls_with_a_login(
    scheme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    public, context = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(public))
    if scheme == "smtp":
        terms = {"tls_context": context, "require_starttls": True}
    else:
        terms = {"ssl_context": context, "auth_require_tls": False}  # it knows only STARTTLS
    office = mail_server(scheme, "table:p%40ss%3Aword@", **LOGIN, **terms)
    with office as (box, mail), serving(tmp_path / "data", *mail) as server:
        Client(server.url).post("/api/sign-in", address="ann@play.example")
        token = token_in(box.wait("ann@play.example"))
        Client(server.url).post("/api/sign-in/use", token=token, name="Ann")


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_stranger_gets_no_mail_and_the_log_says_why(scheme: str, tmp_path: Path) -> None:
    context = certificate(tmp_path)[1]
    terms: dict[str, Any] = {"tls_context" if scheme == "smtp" else "ssl_context": context}
    office = mail_server(scheme, **terms)
    with office as (box, mail), serving(tmp_path / "data", *mail) as server:
        Client(server.url).post("/api/sign-in", address="ann@play.example")
        wait_for(lambda: "mail was not taken" in server.log.read_text(), "it says nothing")
        assert "certificate verify failed" in server.log.read_text()
        assert not box.mails


def test_a_password_is_not_sent_in_the_clear(tmp_path: Path) -> None:
    terms = {**LOGIN, "auth_require_tls": False}
    office = mail_server("smtp", "table:p%40ss%3Aword@", **terms)
    with office as (box, mail), serving(tmp_path / "data", *mail) as server:
        Client(server.url).post("/api/sign-in", address="ann@play.example")
        wait_for(lambda: "mail was not taken" in server.log.read_text(), "it says nothing")
        assert "STARTTLS" in server.log.read_text()
        assert not box.mails
