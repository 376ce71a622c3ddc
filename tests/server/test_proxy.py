"""Whose word is taken for where somebody comes from. This machine has a whole network of addresses
of its own: 127.0.0.1 is the proxy, and 127.0.0.2 somebody else."""

import http.client
from pathlib import Path

import pytest

from intrigue.server.errors import ServerError
from intrigue.server.net.connections import proxies

from .running import Server, serving

PROXY, OTHER = "127.0.0.1", "127.0.0.2"
MOST = 30  # requests to sign in that one address may make at once


def knock(server: Server, source: str, forwarded: str | None) -> int:
    """Ask for a recovery that there is none of, from an address of this machine."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", server.port, timeout=30, source_address=(source, 0)
    )
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    try:
        connection.request("POST", "/api/people/recover", '{"code":"none"}', headers)
        return connection.getresponse().status
    finally:
        connection.close()


def is_one(server: Server, source: str, forwarded: str) -> bool:
    """Whether those who are forwarded so, each with a number in it, share one limit."""
    return any(knock(server, source, forwarded.format(n)) == 429 for n in range(4 * MOST))


def test_a_proxy_on_this_machine_says_who_knocks_and_nobody_else_does(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert is_one(server, PROXY, "203.0.113.7")
        assert not is_one(server, PROXY, "203.0.112.{}")
        spoofed = "198.51.100.{}, 203.0.113.8"
        assert is_one(server, PROXY, spoofed), "what a client wrote before it is not believed"
        assert is_one(server, OTHER, "203.0.114.{}"), "a stranger cannot choose an address"


def test_a_proxy_elsewhere_is_believed_when_it_is_named(tmp_path: Path) -> None:
    with serving(tmp_path, "--proxy", f"10.0.0.0/8, {OTHER}") as server:
        assert not is_one(server, OTHER, "203.0.112.{}")
        assert not is_one(server, OTHER, "203.0.114.{}, 10.1.2.3"), "two proxies in a row"
        assert is_one(server, OTHER, "198.51.100.{}, 203.0.113.8, 10.1.2.3")


def test_what_is_no_address_of_a_proxy_is_refused_with_a_sentence() -> None:
    with pytest.raises(ServerError, match="--proxy takes addresses"):
        proxies("the front door")
