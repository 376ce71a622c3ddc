"""Where friends on the same network find this machine. Nothing is sent, and nobody is asked who
might take a while to answer: no name is looked up."""

import contextlib
import socket
import struct
import sys
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

ALL = {"0.0.0.0": (4,), "::": (4, 6)}  # what means every address of the machine, of which kinds
# Addresses for documents, which nobody has: a datagram "towards" them shows which of this machine's
# own addresses leads outside, and no datagram is sent.
TOWARDS = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
SIOCGIFADDR = 0x8915
Address = IPv4Address | IPv6Address


def reachable(host: str, port: int) -> list[str]:
    """The addresses that others can type, the likeliest first; none if only this machine can."""
    if host not in ALL:
        return [] if is_local(host) else [_url(host, port)]
    families = ALL[host]
    return [_url(str(one), port) for one in own_addresses() if one.version in families]


def is_local(host: str) -> bool:
    """Whether a name or address means the machine that asks, whichever that is."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def own_addresses() -> list[Address]:
    """Every address of this machine that another one could use."""
    candidates = [*map(_outwards, TOWARDS), *_of_interfaces()]
    found = [ip_address(one) for one in candidates if one is not None]
    others = [one for one in found if not (one.is_loopback or one.is_link_local)]
    return list(dict.fromkeys(others))


def _outwards(family: socket.AddressFamily) -> str | None:
    """The address from which this machine would speak to the outside, if there is an outside."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((TOWARDS[family], 9))
        return str(probe.getsockname()[0]).partition("%")[0]
    return None


def _of_interfaces() -> list[str]:
    """As Linux lists them; elsewhere the way outside must do."""
    if sys.platform != "linux":
        return []
    import fcntl

    out: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # it has none
                asked = struct.pack("256s", name.encode()[:15])
                out.append(socket.inet_ntoa(fcntl.ioctl(probe, SIOCGIFADDR, asked)[20:24]))
    with contextlib.suppress(OSError):
        lines = Path("/proc/net/if_inet6").read_text().splitlines()
        out += [str(IPv6Address(int(line.split()[0], 16))) for line in lines]
    return out


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
