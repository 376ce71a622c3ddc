"""The ASGI application: dispatch, sign-in by cookie, limits, security headers, and one log line a
request. It decides who asks; what they may see is decided in `access`."""

import gzip
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from intrigue.kernel.position import SPECTATOR
from intrigue.kernel.text import LANGUAGES, BadInput

from ..errors import ServerError
from ..identity import Identity
from ..net.addresses import is_local
from ..tables import rooms
from ..tables.access import viewer
from ..wire import http
from . import limits, openapi
from .endpoint import COOKIE, Call, Endpoint, HttpAnswer
from .known import Beginnings
from .previews import Previews
from .routes import ENDPOINTS
from .services import Services
from .socket import Socket
from .static import Page

log = structlog.get_logger()
YEAR = 365 * 86400
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "object-src 'none'; frame-ancestors 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


def build(services: Services) -> Starlette:
    """The application around the server's services."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await services.open()
        yield
        await services.close()

    routes: list[Route | WebSocketRoute] = [
        Route(point.path, _handle(services, point), methods=[point.method]) for point in ENDPOINTS
    ]
    routes += [
        Route("/healthz", _plain(services, "/healthz", lambda: _health(services, "ok"))),
        Route("/readyz", _plain(services, "/readyz", lambda: _health(services, services.state))),
        Route(
            "/api/openapi.json",
            _plain(
                services, "/api/openapi.json", lambda: _json(openapi.document(services.version))
            ),
        ),
        Route(
            "/api/protocol.json",
            _plain(services, "/api/protocol.json", lambda: _json(openapi.socket_schema())),
        ),
        WebSocketRoute("/api/tables/{table}/socket", _socket(services)),
    ]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={HTTPException: _elsewhere(services), Exception: _crashed},
    )


# --- requests -------------------------------------------------------------------------------------


def _handle(services: Services, point: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        since = time.perf_counter()
        lang = language(request)
        try:
            response = await _answer(services, point, request, lang)
        except BadInput as error:
            response = _problem(error, lang)
        except ClientDisconnect:
            response = Response(status_code=400)
        except Exception:
            log.exception("request failed", route=point.path)
            response = _problem(ServerError("internal"), lang)
        return _finish(services, request, point.path, response, since)

    return handle


async def _answer(services: Services, point: Endpoint, request: Request, lang: str) -> Response:
    address = _address(request)
    if point.method != "GET":
        check_origin(request)
    device = request.cookies.get(COOKIE)
    # an unknown cookie is nobody's: it does not open a bucket of its own
    knocks = point.rate in (limits.KNOCK, limits.MAIL)
    known = None if knocks else services.known(device)
    services.limits.take(point.rate, address if known is None else known.id)
    body = await _body(services, point, request)
    who = known or await services.identify(device)
    if point.operator:
        check_operator(services, request)
    elif point.signed_in and who is None:
        raise ServerError("sign_in")
    base = str(request.base_url).rstrip("/")
    path = dict(request.path_params)
    agent = request.headers.get("user-agent", "")
    query = _query(point, request)
    call = Call(services, who, device, address, base, lang, path, query, body, agent)
    return _respond(point, await point.handler(call), request)


def _query(point: Endpoint, request: Request) -> dict[str, int]:
    out: dict[str, int] = {}
    for name in point.query:
        if name in request.query_params:
            number = http.whole(request.query_params[name])
            if number is None:
                raise ServerError("bad_query", name=name)
            out[name] = number
    return out


async def _body(services: Services, point: Endpoint, request: Request) -> object:
    if point.body is None:
        return None
    most = services.settings.most_body
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise ServerError("too_large", most=most)
    try:
        return msgspec.json.decode(data or b"{}", type=point.body)
    except msgspec.ValidationError as error:
        raise ServerError("bad_body", why=str(error)[:200]) from None
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise ServerError("not_json") from None


def _respond(point: Endpoint, answer: HttpAnswer, request: Request) -> Response:
    body = answer.body
    content = body.encode() if isinstance(body, str) else http.encode(body)
    headers: dict[str, str] = {}
    if point.long and "gzip" in request.headers.get("accept-encoding", ""):
        content = gzip.compress(content, 6)
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    response = Response(content, headers=headers, media_type=point.media)
    if answer.cookie is not None:
        response.set_cookie(
            COOKIE,
            answer.cookie,
            max_age=YEAR if answer.cookie else 0,
            httponly=True,
            samesite="lax",
            secure=request.scope["scheme"] == "https",  # its `url` chokes on a Host of `[`
        )
    return response


def _problem(error: BadInput, lang: str) -> Response:
    status = error.status if isinstance(error, ServerError) else 400
    body = http.Problem(error.code, error.sentence(lang), error.rule)
    headers = {"Retry-After": "5"} if status in (429, 503) else None
    return Response(http.encode(body), status, headers, "application/json")


def _finish(
    services: Services, request: Request, route: str, response: Response, since: float
) -> Response:
    number = secrets.token_hex(6)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if not _trustworthy(request):  # a browser calls it an error on plain http, in red
        del response.headers["Cross-Origin-Opener-Policy"]
    response.headers["X-Request-Id"] = number
    services.metrics.requests.labels(request.method, route, str(response.status_code)).inc()
    log.info(
        "request",
        request=number,
        method=request.method,
        route=route,  # the pattern: addresses themselves may hold what is private
        status=response.status_code,
        ms=round((time.perf_counter() - since) * 1000, 1),
    )
    return response


def _trustworthy(request: Request) -> bool:
    """Whether a browser takes the page's origin for a secure one."""
    host = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
    return request.scope["scheme"] == "https" or is_local(host)


def _plain(
    services: Services, route: str, answer: Callable[[], Response]
) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        return _finish(services, request, route, answer(), time.perf_counter())

    return handle


def _health(services: Services, state: str) -> Response:
    body = http.Health(state, services.version)
    status = 200 if state == "ok" else 503
    return Response(http.encode(body), status, media_type="application/json")


def _json(document: Mapping[str, Any]) -> Response:
    return Response(msgspec.json.encode(document), media_type="application/json")


def _elsewhere(services: Services) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What is no address of the interface: the page, the card of one of its addresses, or
    nothing."""
    page = Page()
    previews = Previews(services, page.files)
    beginnings = Beginnings(services, page.files)

    async def answer(request: Request, lang: str) -> Response | None:
        address = _address(request)
        if previews.wants(request):
            return await previews.picture(request, lang, address)
        if not page.is_own(request.scope["path"]):
            return page.answer(request, lang)
        preview = await previews.head(request, lang, address)
        beginning = await beginnings.tags(request, lang, address)
        return page.answer(request, lang, preview + beginning, personal=bool(beginning))

    async def handle(request: Request, error: Exception) -> Response:
        since, lang = time.perf_counter(), language(request)
        wrong = isinstance(error, HTTPException) and error.status_code == 405
        response: Response | None = None
        refusal = ServerError("method", method=request.method) if wrong else ServerError("no_route")
        if request.method in ("GET", "HEAD") and not wrong:
            try:
                response = await answer(request, lang)
            except ServerError as raised:
                refusal = raised
        if response is None:
            response = _problem(refusal, lang)
        return _finish(services, request, "elsewhere", response, since)

    return handle


async def _crashed(request: Request, error: Exception) -> Response:
    return _problem(ServerError("internal"), language(request))


# --- the socket -----------------------------------------------------------------------------------


def _socket(services: Services) -> Callable[[WebSocket], Awaitable[None]]:
    async def handle(ws: WebSocket) -> None:
        lang = language(ws)
        with ExitStack() as inside:
            try:
                check_origin(ws)
                address = {f"address {_address(ws)}": services.settings.sockets_per_address}
                inside.enter_context(services.crowd.let_in(address))
                device = ws.cookies.get(COOKIE)
                who = await services.identify(device)
                if who is None:
                    raise ServerError("sign_in")
                services.limits.take(limits.ENTER, who.id)
                table = ws.path_params["table"]
                room = await services.storage.read(lambda c: rooms.find(c, table))
                seat = viewer(room, who)
                inside.enter_context(services.crowd.let_in(_places(who, room, seat)))
            except BadInput as error:
                response = _problem(error, lang)
                response.headers.update(HEADERS)
                await ws.send_denial_response(response)
                return
            services.metrics.sockets.inc()
            try:
                await Socket(services, ws, who, lang, device or "").run(room)
            finally:
                services.metrics.sockets.dec()

    return handle


def _places(who: Identity, room: rooms.Room, seat: int) -> dict[str, int]:
    """What a socket is counted by."""
    most = {
        f"person {who.id}": limits.SOCKETS,
        f"person {who.id} table {room.id}": limits.SOCKETS_HERE,
    }
    if seat == SPECTATOR:
        most[f"spectators of {room.id}"] = limits.SPECTATORS
    return most


# --- what a connection says of itself -------------------------------------------------------------


def language(connection: HTTPConnection) -> str:
    """By `?lang=`, else by what the browser prefers, else English."""
    wanted = connection.query_params.get("lang", "")
    if wanted in LANGUAGES:
        return wanted
    for part in connection.headers.get("accept-language", "")[:200].split(","):
        short = part.strip()[:2].lower()
        if short in LANGUAGES:
            return short
    return "en"


def check_origin(connection: HTTPConnection) -> None:
    """A browser says whose page it is; another site's page is refused."""
    origin = connection.headers.get("origin")
    try:
        own = origin is None or urlsplit(origin).netloc == connection.headers.get("host", "")
    except ValueError:  # `http://[` is nobody's page
        own = False
    if not own:
        raise ServerError("origin")


def check_operator(services: Services, request: Request) -> None:
    """The operator's secret, as the server was started with it; without one, nobody is."""
    secret = services.settings.operator
    given = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
    if not secret or not secrets.compare_digest(given, secret.encode()):
        raise ServerError("operator")


def _address(connection: HTTPConnection) -> str:
    return limits.network(connection.client.host) if connection.client is not None else "?"
