import json

import pytest

from camillo.capture.fetch import Limits
from camillo.capture.web import capture
from camillo.domain.errors import InvalidInput, Unreachable, Unreadable

WORDS = "The committee met on Tuesday and agreed to keep the old harbour open. "
HEAD = "<html><head><title>Harbour</title></head><body><article>"
PAGE = f"{HEAD}<p>{WORDS * 9}</p><p>Über uns: 雨。</p></article></body></html>"


def test_a_page_is_captured_from_where_it_was_found(web):
    web.redirect("/short", "/long?utm_source=x")
    web.serve("/long?utm_source=x", PAGE, "text/html; charset=iso-8859-1")
    got = capture(web.url + "/short", allowed=web.allowed)
    assert (got.title, got.url, got.how) == ("Harbour", web.url + "/long", "page")
    assert "Über uns: 雨。" in got.markdown


@pytest.mark.slow
def test_documents_are_known_by_their_bytes_whatever_the_server_calls_them(web, documents):
    got = capture(
        web.serve("/a%20plan.html", documents.pdf(WORDS), "text/html"), allowed=web.allowed
    )
    assert (got.how, got.markdown, got.url) == ("pdf", WORDS.strip(), web.url + "/a%20plan.html")
    got = capture(web.serve("/get?id=1", PAGE, "application/octet-stream"), allowed=web.allowed)
    assert (got.how, got.title) == ("page", "Harbour")
    got = capture(web.serve("/notes.md", "# Notes\n\ntext", "text/plain"), allowed=web.allowed)
    assert (got.how, got.title, got.markdown) == ("markdown", "Notes", "# Notes\n\ntext")
    got = capture(web.serve("/raw", documents.docx(WORDS), "text/plain"), allowed=web.allowed)
    assert got.how == "docx"


@pytest.mark.slow
def test_a_pdf_of_50_mb_is_captured_or_refused_by_its_size(web, documents):
    url = web.serve("/large.pdf", documents.pdf(WORDS, filler=50_000_000), "application/pdf")
    assert capture(url, allowed=web.allowed).markdown == WORDS.strip()
    with pytest.raises(InvalidInput, match="larger than 20,000,000 bytes"):
        capture(url, limits=Limits(bytes=20_000_000), allowed=web.allowed)


@pytest.mark.parametrize(
    ("content", "media"),
    [
        ("", "text/html"),
        (b"\x89PNG\r\n\x1a\n\0", "image/png"),
        (b"\0\0\0\x18ftypmp42", "text/html"),
        ("<script>x()</script>", "text/html"),
    ],
)
def test_what_has_no_text_is_an_error(web, content, media):
    with pytest.raises(Unreadable):
        capture(web.serve("/a", content, media), allowed=web.allowed)


def test_this_machine_and_its_network_are_refused():
    for url in (
        "http://127.0.0.1:1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fd00:ec2::254]/",
    ):
        with pytest.raises(InvalidInput):
            capture(url)


def video_page(captions):
    state = {
        "videoData": {
            "title": "Harbour",
            "desc": "Shot in May",
            "subtitle": {"list": [{"subtitle_url": captions}]},
        }
    }
    return f"<script>window.__INITIAL_STATE__={json.dumps(state)};(function(){{}}())</script>"


def test_the_transcript_that_a_video_points_at_is_fetched_with_the_same_care(web):
    allowed = frozenset({"www.bilibili.com"}) | web.allowed

    def get(captions):
        web.serve("/video", video_page(captions))
        url = f"http://www.bilibili.com:{web.port}/video"
        return capture(url, allowed=allowed, resolve=lambda host, port: ["127.0.0.1"]).markdown

    lines = {"body": [{"from": 1, "content": "Good day"}]}
    there = web.serve("/captions", json.dumps(lines), "application/json")
    assert get(there) == "Shot in May\n\n## Transcript\n\n- [00:01] Good day"
    web.serve("/broken", "nonsense")
    for away in (
        web.url + "/broken",
        web.url + "/none",
        f"http://other.example:{web.port}/captions",
        "file:///etc/passwd",
    ):
        assert get(away) == "Shot in May"
    assert [request.path for request in web.asked].count("/captions") == 1


def test_a_page_that_is_gone_is_an_error(web):
    with pytest.raises(Unreachable, match="404"):
        capture(web.url + "/none", allowed=web.allowed)
