from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.capture.addresses import refusal, target
from camillo.domain.errors import InvalidInput, Unreachable

CLOSED = [
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "169.254.1.1",
    "100.64.1.1",
    "198.18.0.1",
    "192.0.2.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "192.88.99.1",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "3fff::1",
    "64:ff9b:1::808:808",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "nonsense",
]
SECRET = ["169.254.169.254", "169.254.170.2", "168.63.129.16", "100.100.100.200", "fd00:ec2::254"]
OPEN = ["93.184.215.14", "1.1.1.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


def wrapped(ip: IPv4Address) -> list[str]:
    """An IPv4 address in each of the IPv6 forms that lead to it."""
    number = int(ip)
    high, low = number >> 16, number & 0xFFFF
    return [
        f"::ffff:{ip}",
        f"::{ip}",
        f"::ffff:0:{high:x}:{low:x}",
        f"64:ff9b::{high:x}:{low:x}",
        f"2002:{high:x}:{low:x}::1",
        f"2606:4700::5efe:{high:x}:{low:x}",
    ]


@pytest.mark.parametrize("ip", CLOSED)
def test_addresses_that_are_not_public_are_refused(ip):
    assert refusal(ip)


@pytest.mark.parametrize("ip", OPEN)
def test_public_addresses_may_be_connected_to(ip):
    assert refusal(ip) == ""


@pytest.mark.parametrize("ip", SECRET)
def test_metadata_addresses_are_refused_even_of_a_host_that_was_allowed(ip):
    assert "secrets" in refusal(ip, named=True)
    if "." in ip:
        assert all("secrets" in refusal(form, named=True) for form in wrapped(IPv4Address(ip)))


@given(st.ip_addresses(v=4).filter(lambda ip: refusal(str(ip)) != ""))
def test_no_ipv6_form_of_a_closed_address_opens_it(ip):
    assert all(refusal(form) for form in wrapped(ip))


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "ftp://example.org/a", "gopher://example.org", "javascript:alert(1)", "//example.org",
        "example.org", "http://", "http:///a", "http://user:secret@example.org/", "http://a@example.org",
        "http://example.org\\@127.0.0.1/", "http://example.org/a b", "http://example.org/\r\nHost: x",
        "http://example.org:99999/", "http://[::1", "http://" + "a" * 300 + ".\N{GREEK SMALL LETTER OMEGA}",
        "http://example.org/" + "a" * 9_000,
    ],
)  # fmt: skip
def test_what_is_no_plain_web_address_is_refused_before_anybody_is_asked(url):
    def resolve(host, port):
        raise AssertionError(f"{host} was looked up")

    with pytest.raises(InvalidInput):
        target(url, resolve=resolve)


@pytest.mark.parametrize(
    "host",
    ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost", "[::1]", "[::ffff:7f00:1]"],
)
def test_every_way_to_write_this_machine_is_refused(host):
    with pytest.raises((InvalidInput, Unreachable)):
        target(f"http://{host}/")


def test_one_closed_address_among_open_ones_refuses_the_host():
    with pytest.raises(InvalidInput, match=r"10\.0\.0\.1"):
        target("http://mixed.example/", resolve=lambda *_: ["93.184.215.14", "10.0.0.1"])


def test_the_addresses_to_connect_to_are_those_that_were_checked_and_asked_for_once():
    answers = [["93.184.215.14"], ["127.0.0.1"]]
    found = target("https://rebind.example/a?b=c", resolve=lambda *_: answers.pop(0))
    assert found.ips == ("93.184.215.14",)
    assert len(answers) == 1
    assert (found.host, found.port, found.path) == ("rebind.example", 443, "/a?b=c")


def test_an_allowed_host_is_allowed_by_its_name_and_port_alone():
    inside = lambda *_: ["192.168.1.5"]  # noqa: E731
    for named in ("nas.local", "NAS.local:8080"):
        found = target("http://NAS.local.:8080/", allowed=frozenset({named}), resolve=inside)
        assert found.ips == ("192.168.1.5",)
    for other in ("nas.local:80", "local", "192.168.1.5"):
        with pytest.raises(InvalidInput):
            target("http://nas.local:8080/", allowed=frozenset({other}), resolve=inside)


def test_names_and_paths_beyond_ascii_are_written_as_the_network_wants_them():
    found = target("http://bücher.example/straße%20x?q=雨", resolve=lambda *_: ["1.1.1.1"])
    assert found.authority == "xn--bcher-kva.example"
    assert found.path == "/stra%C3%9Fe%20x?q=%E9%9B%A8"


def test_a_name_nobody_knows_or_that_is_not_resolved_in_time_is_told_so(request):
    import threading

    def unknown(host, port):
        raise OSError("no such name")

    with pytest.raises(Unreachable, match="unknown"):
        target("http://no.example/", resolve=unknown)
    with pytest.raises(Unreachable, match="no address"):
        target("http://no.example/", resolve=lambda *_: [])
    go_on = threading.Event()
    request.addfinalizer(go_on.set)
    with pytest.raises(Unreachable, match="in time"):
        target("http://slow.example/", resolve=lambda *_: go_on.wait(20) and [], seconds=0.05)
