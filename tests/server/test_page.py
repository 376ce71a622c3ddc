"""The built page from the package: its files, its own addresses, and what is kept how long."""

import gzip
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from intrigue.agents.client import Client
from intrigue.server.web.static import Page

from .running import Server

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
