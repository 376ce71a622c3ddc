"""What an operator can choose."""

from pathlib import Path

from msgspec import Struct


class Settings(Struct, frozen=True):
    """How a server runs. `limits` turns off rates and counts of connections, for load tests."""

    host: str = "127.0.0.1"
    port: int = 8765
    data: Path = Path("intrigue-data")
    database: str | None = None
    bot_delay: float = 2.0
    bots: tuple[str, ...] = ()  # that are offered beside those of the games
    limits: bool = True
    operator: str | None = None
    clock: Path | None = None  # for tests: a file with seconds to add to the time
    most_body: int = 64 * 1024
    most_frame: int = 16 * 1024
    sockets_per_address: int = 200
    address: str | None = None  # where people find this server, for links in mails
    mail: str | None = None  # smtp://user:password@host:port
    sender: str | None = None
    notice_delay: float = 20.0  # seconds for a look at the table before a notice about it is sent
    proxy: str | None = None  # whose X-Forwarded-For is believed, beside this machine's own
    private_hooks: bool = False  # whether webhooks may lead to this machine and its neighbours
