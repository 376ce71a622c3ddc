"""The page about the protocol is true: its client plays, and it names every frame and request."""

import re
import subprocess
import sys
from pathlib import Path

from intrigue.agents.client import Client
from intrigue.server.web.openapi import CLIENT, SERVER

from .running import Server

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


def client_of_the_page() -> str:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    return str(code)


def test_the_client_of_the_page_plays_truce(server: Server) -> None:
    code = client_of_the_page()
    assert len([line for line in code.splitlines() if line.strip()]) <= 40
    done = subprocess.run(
        [sys.executable, "-c", code, server.url],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout.startswith("winners ["), done.stderr


def test_the_page_names_every_frame() -> None:
    for kind in (*CLIENT, *SERVER):
        tag = kind.__struct_config__.tag
        assert f"`{tag}" in PAGE or f"`{tag} " in PAGE, tag


def test_the_page_names_every_request(server: Server) -> None:
    described = Client(server.url).get("/api/openapi.json")
    for path in described["paths"]:
        last = path.rsplit("/", 1)[-1]
        assert path in PAGE or last.startswith("{") or f"/{last}" in PAGE, path
