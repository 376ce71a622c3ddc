"""Running the server: the data folder, the port, the log, and a stop that loses nothing."""

import contextlib
import gc
import logging
import signal
import socket
import sys
from typing import Protocol, TextIO, cast

import structlog
import uvicorn
from rich.console import Console

from .db.files import held, is_open
from .db.storage import prepared
from .errors import ServerError
from .net.addresses import reachable
from .net.connections import Network, descriptors, door, proxies
from .net.websocket import FrameConnection
from .settings import Settings
from .tables import bot_list
from .web.app import build
from .web.services import Services

log = structlog.get_logger()


class Words(Protocol):
    """What the command line says, in the language of the call."""

    @property
    def out(self) -> Console: ...

    def __call__(self, *keys: str, **data: object) -> str: ...


class Patient:
    """A log whose disk may be full: no request fails because there is no room to write it down."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self.file.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            self.file.flush()


def set_up_log() -> None:
    """JSON lines on standard error."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, Patient(sys.stderr))),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(handlers=[_Foreign()], level=logging.WARNING)


class _Foreign(logging.Handler):
    """What libraries say, as lines of ours. What a client sent is no error of the server: it comes
    without a traceback."""

    def emit(self, record: logging.LogRecord) -> None:
        by_client = record.name == "uvicorn.error" and record.msg.startswith("Invalid ")
        level = logging.WARNING if by_client else record.levelno
        trace = None if by_client else record.exc_info
        structlog.get_logger().log(level, record.getMessage(), logger=record.name, exc_info=trace)


def spare_the_collector() -> None:
    """A match is many small objects that stay: looking through them for rings of garbage at the
    usual pace took a third of the time at three hundred tables."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def run(settings: Settings, say: Words) -> None:
    """Serve until told to stop; raises `ServerError`."""
    set_up_log()
    spare_the_collector()
    trusted = proxies(settings.proxy)
    bot_list.offer(settings.bots)
    url = prepared(settings.data, settings.database)
    if settings.database is None and is_open(settings.data):
        log.warning("others can look into the data folder", path=str(settings.data))
    with held(url):
        _serve(settings, say, url, trusted)


def _serve(settings: Settings, say: Words, url: str, trusted: list[Network]) -> None:
    listener = listen(settings)
    try:
        services = Services(settings, url)
    except BaseException:
        listener.close()
        raise
    most_each = 2 * settings.sockets_per_address if settings.limits else None
    config = uvicorn.Config(
        build(services),
        http=door(descriptors(), most_each, trusted),
        forwarded_allow_ips=[str(network) for network in trusted],  # and no variable of uvicorn's
        ws=FrameConnection,
        ws_max_size=settings.most_frame * 4,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        backlog=2048,
    )
    server = uvicorn.Server(config)
    _stop_when_told(server)
    listener.listen(config.backlog)  # whoever comes from now on waits, and is not turned away
    port = listener.getsockname()[1]
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host
    where = settings.database.partition(":")[0] if settings.database else str(settings.data)
    say.out.print(say("serve", "at", url=f"http://{shown}:{port}", data=where), markup=False)
    if friends := reachable(settings.host, port):
        lines = [say("serve", "friends"), *(f"  {url}" for url in friends)]
        say.out.print("\n".join(lines), markup=False)
    say.out.file.flush()
    server.run(sockets=[listener])
    say.out.print(say("serve", "stopped"), markup=False)


def _stop_when_told(server: uvicorn.Server) -> None:
    """Also before uvicorn listens to signals itself. It stops on these, then raises them again:
    being told to stop is no failure."""

    def stop(*_: object) -> None:
        server.should_exit = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)


def listen(settings: Settings) -> socket.socket:
    """The listening socket, bound before anything else is touched."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        why = error.strerror or str(error)
        raise ServerError("port", host=settings.host, port=settings.port, why=why) from None
    return listener
