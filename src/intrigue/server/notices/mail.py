"""Mail by SMTP: `smtp://user:password@host:port`, `smtps://` for TLS from the first byte. With
plain `smtp` the connection is made secure if the server offers it; without that no password is
sent."""

from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from ..errors import ServerError

PATIENCE = 30.0
MOST = 254  # characters of an address


class MailRefused(Exception):
    """The server will never take this one."""


class Smtp(Struct, frozen=True):
    """Where mail is handed in, and whom it is from."""

    host: str
    port: int
    user: str | None
    password: str | None
    secure: bool
    sender: str

    async def send(self, message: EmailMessage) -> None:
        """Hand it in; raises `OSError`, or `MailRefused` if trying again is of no use."""
        import aiosmtplib

        try:
            await aiosmtplib.send(
                message,
                hostname=self.host,
                port=self.port,
                username=self.user,
                password=self.password,
                use_tls=self.secure,
                start_tls=True if self.user is not None and not self.secure else None,
                timeout=PATIENCE,
            )
        except aiosmtplib.SMTPResponseException as error:
            if 500 <= error.code < 600:
                raise MailRefused(f"{error.code}") from None
            raise OSError(f"SMTP {error.code}") from None
        except aiosmtplib.SMTPRecipientsRefused as error:
            raise MailRefused(", ".join(str(one.code) for one in error.recipients)) from None
        except aiosmtplib.SMTPException as error:
            raise OSError(f"{type(error).__name__}: {error}") from None


def smtp(url: str, sender: str | None) -> Smtp:
    """From the operator's setting; raises `ServerError`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ServerError("mail_url") from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ServerError("mail_url")
    if sender is None or "@" not in parseaddr(sender)[1]:
        raise ServerError("mail_sender")
    secure = parts.scheme == "smtps"
    user = None if parts.username is None else unquote(parts.username)
    password = None if parts.password is None else unquote(parts.password)
    return Smtp(parts.hostname, port or (465 if secure else 25), user, password, secure, sender)


def clean_address(given: str) -> str:
    """An address as it is kept and compared; raises `ServerError`."""
    address = given.strip()
    name, _, host = address.rpartition("@")
    bad = set(" \t\r\n\"'(),:;<>[]\\`") & set(address)
    whole = 1 <= len(name) <= 64 and "." in host.strip(".") and "@" not in name
    if bad or not whole or len(address) > MOST or not address.isprintable():
        raise ServerError("bad_address")
    if not address.isascii() or host.startswith((".", "-")) or ".." in address:
        raise ServerError("bad_address")
    return address.lower()


class Page(Struct, frozen=True):
    """A mail as it reads: in text, and with some style."""

    subject: str
    text: str
    html: str


def compose(
    post: Smtp, to: str, page: Page, mark: str, now: float, headers: dict[str, str] | None = None
) -> EmailMessage:
    """A mail whose identifier is made of its mark: sent twice, it is still the same mail."""
    message = EmailMessage()
    message["From"] = post.sender
    message["To"] = to
    message["Subject"] = " ".join(page.subject.split())
    message["Date"] = formatdate(now)
    host = parseaddr(post.sender)[1].rpartition("@")[2]
    message["Message-ID"] = f"<{mark}@{host}>"
    message["Auto-Submitted"] = "auto-generated"
    for name, value in (headers or {}).items():
        message[name] = value
    message.set_content(page.text)
    message.add_alternative(page.html, subtype="html")
    return message


def bare(sender: str) -> str:
    """The address alone, of a sender that may have a name."""
    return parseaddr(sender)[1]
