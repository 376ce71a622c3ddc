"""The built page from the package: its files, its own addresses, and what is kept how long."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from intrigue.agents.client import Client
from intrigue.server.web.static import Page

from .running import Server, table_of

SCRIPT = b"console.log('intrigue')"


@pytest.fixture
def page(tmp_path: Path) -> Page:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>the page")
    (folder / "assets" / "app-1a2b.js").write_bytes(SCRIPT)
    (folder / "assets" / "app-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "outside.html").write_text("outside")
    return Page(folder)


def get(page: Page, path: str, **headers: str) -> Response | None:
    plain = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": plain}
    return page.answer(Request(scope), "en")


def body(response: Response | None) -> bytes:
    assert response is not None
    return bytes(response.body)


def test_hashed_files_may_be_kept_for_ever_and_come_compressed(page: Page) -> None:
    got = get(page, "/assets/app-1a2b.js", accept_encoding="br, gzip")
    assert gzip.decompress(body(got)) == SCRIPT
    assert got is not None
    assert got.headers["content-encoding"] == "gzip"
    assert "immutable" in got.headers["cache-control"]
    assert "javascript" in got.headers["content-type"]
    assert body(get(page, "/assets/app-1a2b.js")) == SCRIPT


def test_the_page_reads_its_own_addresses_and_is_asked_for_again(page: Page) -> None:
    for path in ("/", "/join", "/tables/abc", "/shared/xyz"):
        got = get(page, path)
        assert body(got).endswith(b"the page"), path
        assert got is not None
        assert got.headers["cache-control"] == "no-cache"
        again = get(page, path, if_none_match=got.headers["etag"])
        assert again is not None
        assert (again.status_code, again.body) == (304, b"")


def test_what_is_no_file_is_nothing(page: Page) -> None:
    for path in ("/api/none", "/api", "/assets/none.js", "/favicon.ico", "/assets/app-1a2b.js.gz",
                 "/../outside.html", "/assets/../../outside.html"):  # fmt: skip
        assert get(page, path) is None, path


def test_a_server_without_a_page_says_so(tmp_path: Path) -> None:
    page = Page(tmp_path)
    assert b"has not been built" in body(get(page, "/"))
    assert get(page, "/join") is None


def test_the_page_comes_with_a_strict_policy(server: Server) -> None:
    status, headers, _ = Client(server.url).raw("GET", "/")
    assert status == 200
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def known(server: Server, path: str, who: Client | None = None) -> tuple[dict[str, Any], str]:
    """What the page at an address was told beforehand, and the page."""
    status, headers, body = (who or Client(server.url)).raw("GET", path)
    assert (status, headers["cache-control"]) == (200, "no-store")  # it is for nobody else
    page = body.decode()
    told = re.search(r'<script type="application/json" id="known">(.*?)</script>', page, re.DOTALL)
    assert told is not None
    return json.loads(told[1]), page


def test_the_page_brings_what_it_would_ask_first(server: Server) -> None:
    table, (ann, bob, _) = table_of(server, ["Ann", "Bob", "Cleo"])
    told, page = known(server, f"/t/{table}", ann)
    assert told == {"visitor": ann.get("/api/visitor"), "table": ann.get(f"/api/tables/{table}")}
    assert re.search(r'<link rel="modulepreload" href="/assets/truce-[^"]+\.js" />', page)
    sheets = re.findall(r'<link rel="stylesheet"[^>]* href="/assets/(\w+)-[^"]+\.css"', page)
    assert sheets == ["index", "table", "truce"], "what comes later wins"
    assert re.search(r'<link rel="preload" as="image" href="/assets/room-[^"]+\.svg" />', page)
    links = re.findall(r'href="(/assets/[^"]+)"', page)
    assert len(links) == len(set(links))
    for link in links:
        assert Client(server.url).raw("GET", link)[0] == 200, link
    told, page = known(server, "/", bob)
    assert told == {"visitor": {"name": "Bob"}}
    assert '<link rel="preload" as="image" href="/pictures/truce.svg" />' in page


def test_the_page_tells_nobody_about_a_table_that_is_not_theirs(server: Server) -> None:
    table, _ = table_of(server, ["Ann", "Bob", "Cleo"])
    stranger = server.person("Mallory")
    for path in (f"/t/{table}", f"/t/{table}/gazette/last", "/t/none"):
        told, page = known(server, path, stranger)
        assert told == {"visitor": {"name": "Mallory"}}
        assert "/assets/truce-" not in page
    assert known(server, f"/t/{table}")[0] == {"visitor": {"name": None}}
