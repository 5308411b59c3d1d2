"""The address of this machine at which a phone in the same network reaches it."""

from __future__ import annotations

import ipaddress
import socket

from ..refused import Refused

#: A UDP socket that is connected to one of these has our address in that network. Nothing is sent.
ELSEWHERE = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
EVERYWHERE = ("0.0.0.0", "::")


def reachable() -> str:
    for address in (*map(_towards, ELSEWHERE), *_named()):
        if address and not ipaddress.ip_address(address).is_loopback:
            return address
    raise Refused("This machine is in no network that was found: name its address with --ShiftlabVotes.ip=ADDRESS.")


def authority(host: str, port: int) -> str:
    """Host and port as a browser names them; a port that `host` has of its own stays, and that of HTTP is not said."""
    if host.count(":") > 1 and not host.startswith("["):
        host = f"[{host}]"
    named = host if ":" in host.rpartition("]")[2] else f"{host}:{port}"
    return named.lower().removesuffix(":80")


def _towards(target: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _named() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(entry[4][0]) for entry in found]
