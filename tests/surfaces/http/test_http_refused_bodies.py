"""Bodies that are refused before they were taken, over real connections, by the plainest client there is."""

import socket
import time

import pytest


@pytest.fixture
def url(serve, app_of, listen):
    with listen(app_of(serve(body_limit=1 << 20))) as url:
        yield url


def sent(url: str, head: str, size: int) -> tuple[bytes, float]:
    """Send all of a body, then take the answer: it, and how long both took."""
    port = int(url.rpartition(":")[2])
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=30) as one:
        one.sendall(f"POST /api/palace/memories HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n".encode())
        for _ in range(size >> 16):
            one.sendall(b"x" * (1 << 16))
        answer = b""
        while not answer.endswith(b"}"):
            piece = one.recv(1 << 16)
            assert piece, answer
            answer += piece
    return answer, time.monotonic() - began


@pytest.mark.parametrize("size", [2 << 20, 16 << 20])
def test_who_sends_all_of_a_body_first_hears_why_it_was_refused(url, sign, size):
    length = f"Content-Length: {size}"
    answer, _ = sent(url, length, size)
    assert answer.startswith(b"HTTP/1.1 401 ")
    answer, _ = sent(url, f"Authorization: Bearer {sign('ana')}\r\n{length}", size)
    assert answer.startswith(b"HTTP/1.1 413 ") and b"send less at a time" in answer


def test_who_sends_nothing_more_is_answered_at_once(url):
    answer, seconds = sent(url, "Content-Length: 900000", 0)
    assert answer.startswith(b"HTTP/1.1 401 ") and seconds < 1.5


def test_the_next_request_of_the_connection_is_answered_too(url):
    port = int(url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=30) as one:
        for _ in range(2):
            head = "POST /api/palace/memories HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
            one.sendall(head.encode() + b"x" * 100_000)
            answer = b""
            while not answer.endswith(b"}"):
                answer += one.recv(1 << 16)
            assert answer.startswith(b"HTTP/1.1 401 ")
