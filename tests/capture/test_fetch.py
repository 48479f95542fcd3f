import gzip
import time
import zlib

import pytest

from camillo.capture.fetch import Limits, fetch
from camillo.domain.errors import InvalidInput, Unreachable

SMALL = Limits(seconds=5, bytes=200_000)


def test_a_page_is_fetched_whole_with_what_the_server_tells(web):
    url = web.serve(
        "/a?b=1",
        "päge" * 50_000,
        "Text/HTML; charset=UTF-8",
        etag='"1"',
        last_modified="Mon, 1 Jun",
    )
    got = fetch(url + "#part", allowed=web.allowed)
    assert got.content == ("päge" * 50_000).encode()
    assert (got.status, got.media_type, got.charset) == (200, "text/html", "utf-8")
    assert (got.etag, got.last_modified) == ('"1"', "Mon, 1 Jun")
    assert (got.url, got.final_url) == (url + "#part", url)
    asked = web.asked[0].headers
    assert asked["host"] == f"127.0.0.1:{web.port}"
    assert asked["user-agent"].startswith("camillo ")


def test_what_has_not_changed_is_not_sent_again(web):
    def page(request):
        same = request.headers.get("if-none-match") == '"1"'
        request.send("" if same else "new", status=304 if same else 200, etag='"1"')

    url = web.at("/", page)
    first = fetch(url, allowed=web.allowed)
    again = fetch(url, allowed=web.allowed, etag=first.etag)
    assert (first.content, again.content, again.status) == (b"new", b"", 304)


def test_a_stored_etag_cannot_forge_a_header(web):
    url = web.serve("/", "x")
    fetch(url, allowed=web.allowed, etag='"1"\r\nX-Forged: yes', last_modified="a\nb")
    assert "x-forged" not in web.asked[0].headers
    assert "if-none-match" not in web.asked[0].headers


def test_this_machine_is_refused_where_it_was_not_allowed(web):
    with pytest.raises(InvalidInput, match=r"not public.*the setting capture_hosts"):
        fetch(web.serve("/", "secret"))
    assert web.asked == []


def test_redirects_are_followed_and_each_is_checked(web):
    end = web.serve("/end", "here")
    web.redirect("/middle", "end", 301)
    start = web.redirect("/start", "/middle#x", 307)
    got = fetch(start, allowed=web.allowed)
    assert (got.final_url, got.content) == (end, b"here")
    for place in (
        "http://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[::ffff:127.0.0.1]:1/",
        "file:///etc/passwd", "http://user:pass@127.0.0.1/", f"http://localhost:{web.port}/end",
    ):  # fmt: skip
        with pytest.raises((InvalidInput, Unreachable)):
            fetch(web.redirect("/away", place), allowed=web.allowed)
    assert [request.path for request in web.asked].count("/end") == 1


def test_redirects_in_a_circle_or_without_end_are_given_up(web):
    web.redirect("/b", "/a")
    with pytest.raises(Unreachable, match="circle") as caught:
        fetch(web.redirect("/a", "/b"), allowed=web.allowed)
    assert not caught.value.passing
    for number in range(9):
        web.redirect(f"/{number}", f"/{number + 1}")
    with pytest.raises(Unreachable, match="6 times"):
        fetch(web.url + "/0", allowed=web.allowed)
    with pytest.raises(Unreachable):
        fetch(web.redirect("/odd", "http://[half"), allowed=web.allowed)


def test_a_name_that_answers_differently_after_a_redirect_is_refused(web):
    answers = [["127.0.0.1"], ["169.254.169.254"]]
    asked = []

    def resolve(host, port):
        asked.append(host)
        return answers.pop(0)

    web.redirect("/start", "/end")
    url = f"http://rebind.example:{web.port}/start"
    with pytest.raises(InvalidInput, match=r"169\.254"):
        fetch(url, allowed=frozenset({"rebind.example"}), resolve=resolve)
    assert asked == ["rebind.example"] * 2
    assert web.asked[0].headers["host"] == f"rebind.example:{web.port}"


def test_the_next_address_is_tried_where_one_does_not_answer(web):
    url = web.serve("/", "here").replace("127.0.0.1", "two.example")
    got = fetch(url, allowed=frozenset({"two.example"}), resolve=lambda *_: ["::1", "127.0.0.1"])
    assert got.content == b"here"


def endless(request):
    request.start()
    while not request.stopped.is_set():
        request.write(b"a" * 65_536)


def endless_header(request):
    request.write(b"HTTP/1.1 200 OK\r\n")
    while not request.stopped.is_set():
        request.write(b"X: " + b"a" * 1_000 + b"\r\n")


def test_a_body_without_end_is_given_up_at_the_limit(web):
    with pytest.raises(InvalidInput, match="larger than 200,000 bytes"):
        fetch(web.at("/", endless), limits=SMALL, allowed=web.allowed)
    with pytest.raises(Unreachable):
        fetch(web.at("/header", endless_header), limits=SMALL, allowed=web.allowed)


def test_a_body_that_says_it_is_too_large_is_not_read(web):
    url = web.at("/", lambda request: request.start(content_length=200_001))
    with pytest.raises(InvalidInput, match="larger"):
        fetch(url, limits=SMALL, allowed=web.allowed)


def drip(request):
    request.start()
    while not request.stopped.wait(0.02):
        request.write(b"a")


def drip_header(request):
    request.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not request.stopped.wait(0.02):
        request.write(b"a")


def drip_chunks(request):
    request.start(transfer_encoding="chunked")
    while not request.stopped.wait(0.02):
        request.write(b"1\r\na\r\n")


def hang(request):
    request.stopped.wait(20)


@pytest.mark.parametrize("page", [drip, drip_header, drip_chunks, hang])
def test_an_answer_that_comes_too_slowly_ends_with_the_time_for_all_of_it(web, page):
    begun = time.monotonic()
    with pytest.raises(Unreachable, match=r"within 0\.4 seconds") as caught:
        fetch(web.at("/", page), limits=Limits(seconds=0.4), allowed=web.allowed)
    assert time.monotonic() - begun < 3
    assert caught.value.passing


def test_a_bomb_is_not_unpacked_beyond_the_limit(web):
    bomb = gzip.compress(bytes(100_000_000))
    assert len(bomb) < SMALL.bytes
    with pytest.raises(InvalidInput, match="larger"):
        fetch(web.serve("/", bomb, content_encoding="gzip"), limits=SMALL, allowed=web.allowed)


@pytest.mark.parametrize(
    ("packing", "packed"),
    [
        ("gzip", gzip.compress(b"page" * 30_000)),
        ("x-gzip", gzip.compress(b"page" * 10_000) + gzip.compress(b"page" * 20_000)),
        ("deflate", zlib.compress(b"page" * 30_000)),
        ("deflate", zlib.compress(b"page" * 30_000)[2:-4]),
        ("identity", b"page" * 30_000),
        ("gzip", gzip.compress(b"page" * 30_000) + b"\0 garbage"),
    ],
)
def test_a_packed_page_is_unpacked_whole(web, packing, packed):
    url = web.serve("/", packed, content_encoding=packing)
    assert fetch(url, allowed=web.allowed).content == b"page" * 30_000


@pytest.mark.parametrize(
    ("packing", "packed"),
    [
        ("gzip", gzip.compress(b"page" * 30_000)[:-20]),
        ("gzip", b"no gzip at all"),
        ("gzip", gzip.compress(b"a", mtime=0) + b"\x1f\x8b broken"),
        ("br", b"whatever"),
    ],
)
def test_what_is_packed_wrongly_is_no_page(web, packing, packed):
    with pytest.raises(Unreachable, match="cannot be read"):
        fetch(web.serve("/", packed, content_encoding=packing), allowed=web.allowed)


def test_a_page_that_ends_early_is_no_page(web):
    def page(request):
        request.start(content_length=1_000)
        request.write(b"half")

    def chunks(request):
        request.start(transfer_encoding="chunked")
        request.write(b"a\r\nhalf")

    for one in (page, chunks):
        with pytest.raises(Unreachable):
            fetch(web.at("/", one), allowed=web.allowed)


def test_what_is_no_http_is_no_page(web):
    url = web.at("/", lambda request: request.write(b"SSH-2.0-OpenSSH\r\n"))
    with pytest.raises(Unreachable):
        fetch(url, allowed=web.allowed)
    with pytest.raises(Unreachable):
        fetch("https" + web.serve("/tls", "x").removeprefix("http"), allowed=web.allowed)
    web.close()
    with pytest.raises(Unreachable):
        fetch(url, allowed=web.allowed)


@pytest.mark.parametrize(
    ("status", "passing"), [(404, False), (403, False), (429, True), (503, True)]
)
def test_a_fault_says_whether_it_may_pass(web, status, passing):
    url = web.at("/", lambda request: request.send("sorry", status=status))
    with pytest.raises(Unreachable, match=str(status)) as caught:
        fetch(url, allowed=web.allowed)
    assert caught.value.passing is passing
