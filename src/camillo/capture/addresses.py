"""Which addresses may be fetched: public ones over HTTP, unless their owner named the host."""

import re
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from camillo.domain.errors import InvalidInput, Unreachable

#: Gives the IP addresses of a host, as text.
Resolver = Callable[[str, int], Sequence[str]]

_PORTS = {"http": 80, "https": 443}
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\]")
_LONGEST = 8_192
#: What clouds answer on with secrets of the machine: not even a named host may lead there.
_METADATA = frozenset(
    {
        IPv4Address("169.254.169.254"),
        IPv4Address("169.254.170.2"),
        IPv4Address("168.63.129.16"),
        IPv4Address("100.100.100.200"),
        IPv4Address("192.0.0.192"),
        IPv6Address("fd00:ec2::254"),
        IPv6Address("fd20:ce::254"),
    }
)
_NAT64 = IPv6Network("64:ff9b::/96")
_6TO4 = IPv6Network("2002::/16")
_COMPATIBLE = IPv6Network("::/96")
_TRANSLATED = IPv6Network("::ffff:0:0:0/96")
#: Not reached from the open network, though the registry does not call all of them private.
_CLOSED = (
    IPv4Network("192.88.99.0/24"),
    IPv6Network("64:ff9b:1::/48"),
    IPv6Network("2001::/23"),
    IPv6Network("3fff::/20"),
    IPv6Network("5f00::/16"),
    IPv6Network("fec0::/10"),
)
_ISATAP = (0x00005EFE, 0x02005EFE)


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes: ``ips`` are the addresses that were checked, to be connected to and to no others.

    ``host`` is the name without brackets, in ASCII, ``path`` what the request line asks for.
    """

    scheme: str
    host: str
    port: int
    path: str
    ips: tuple[str, ...]

    @property
    def authority(self) -> str:
        """The value of the Host header."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == _PORTS[self.scheme] else f"{name}:{self.port}"


def target(
    url: str,
    *,
    allowed: frozenset[str] = frozenset(),
    resolve: Resolver | None = None,
    seconds: float = 10.0,
) -> Target:
    """Check a URL and everything that its host resolves to.

    ``allowed`` are hosts, ``name`` or ``name:port``, which may lie in private networks. The host is resolved
    once, so that a name which answers differently the second time gains nothing.

    Raises:
        InvalidInput: the URL is no plain http(s) one, or one of its addresses is not public.
        Unreachable: the host is unknown, or its name is not resolved in time.
    """
    scheme, host, port, path = _parts(url)
    named = bool({host, f"{host}:{port}", f"[{host}]:{port}"} & {one.lower() for one in allowed})
    ips = tuple(dict.fromkeys(_resolved(host, port, resolve or _lookup, seconds)))
    if not ips:
        raise Unreachable(f"the host {host!r} has no address", "see whether its name is right")
    for ip in ips:
        if reason := refusal(ip, named=named):
            raise InvalidInput(
                f"{host!r} leads to {ip}, {reason}",
                "only public addresses are fetched; a private host must be named in the setting capture_hosts",
            )
    return Target(scheme, host, port, path, ips)


def refusal(ip: str, *, named: bool = False) -> str:
    """Why an IP address must not be connected to; empty where it may be.

    >>> refusal("::ffff:10.0.0.1")
    'which is not public'
    >>> refusal("93.184.215.14")
    ''
    """
    try:
        given = ip_address(ip.partition("%")[0])
    except ValueError:
        return "which is no IP address"
    for one in _readings(given):
        if one in _METADATA:
            return "which gives away secrets of the machine"
        if not named and not _is_public(one):
            return "which is not public"
    return ""


def _is_public(one: IPv4Address | IPv6Address) -> bool:
    closed = any(one in network for network in _CLOSED if network.version == one.version)
    special = one.is_multicast or one.is_private or one.is_reserved or one.is_unspecified
    # Python calls ::/8, where the wrapped forms lie, reserved; what is wrapped is checked itself.
    if isinstance(one, IPv6Address) and _embedded(one) is not None:
        return not closed
    return one.is_global and not (closed or special or one.is_loopback or one.is_link_local)


def _readings(given: IPv4Address | IPv6Address) -> list[IPv4Address | IPv6Address]:
    """The address, and the IPv4 one that it carries in any of the known ways."""
    if isinstance(given, IPv4Address):
        return [given]
    inner = _embedded(given)
    return [given] if inner is None else [given, inner]


def _embedded(given: IPv6Address) -> IPv4Address | None:
    if given.ipv4_mapped is not None:
        return given.ipv4_mapped
    number = int(given)
    if given in _6TO4:
        return IPv4Address(number >> 80 & 0xFFFFFFFF)
    low = IPv4Address(number & 0xFFFFFFFF)
    if any(given in network for network in (_NAT64, _COMPATIBLE, _TRANSLATED)):
        return low
    return low if number >> 32 & 0xFFFFFFFF in _ISATAP else None


def _parts(url: str) -> tuple[str, str, int, str]:
    if len(url) > _LONGEST or _FORBIDDEN.search(url):
        raise InvalidInput(
            f"{url[:80]!r} is no URL", "write it without spaces, control characters or backslashes"
        )
    try:
        parts = urlsplit(url)
        port, name = parts.port, parts.hostname
    except ValueError as error:
        raise InvalidInput(f"{url[:200]!r} is no URL", "see whether it is complete") from error
    scheme = parts.scheme.lower()
    if scheme not in _PORTS or not name:
        raise InvalidInput(f"{url[:200]!r} is no web address", "give one with http:// or https://")
    if "@" in parts.netloc:
        raise InvalidInput(
            f"the URL of {name!r} carries a user name", "leave out what stands before the @"
        )
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return scheme, _ascii(name), port or _PORTS[scheme], _quoted(path)


def _ascii(name: str) -> str:
    if name.isascii():
        return name.lower().rstrip(".")
    try:
        return name.encode("idna").decode("ascii").lower().rstrip(".")
    except UnicodeError as error:
        raise InvalidInput(
            f"{name[:80]!r} is no host name", "write it as it is registered"
        ) from error


def _quoted(path: str) -> str:
    """The path with what HTTP does not carry as it is percent-encoded; escapes stay."""
    from urllib.parse import quote

    return quote(path, safe="%/:?&=+,;@!$'()*~#[]|", errors="surrogatepass")


def _resolved(host: str, port: int, resolve: Resolver, seconds: float) -> Sequence[str]:
    """What a resolver says within the time; it runs in a thread, as the system's cannot be told to stop."""
    found: list[Sequence[str]] = []
    failed: list[OSError | UnicodeError] = []

    def look() -> None:
        try:
            found.append(resolve(host, port))
        except (OSError, UnicodeError) as error:
            failed.append(error)

    thread = threading.Thread(target=look, name="camillo-resolve", daemon=True)
    thread.start()
    thread.join(max(0.0, seconds))
    if failed:
        raise Unreachable(
            f"the host {host[:200]!r} is unknown", "see whether its name is right"
        ) from failed[0]
    if not found:
        raise Unreachable(f"the name of {host[:200]!r} is not resolved in time", "try again later")
    return found[0]


def _lookup(host: str, port: int) -> Sequence[str]:
    return [str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
