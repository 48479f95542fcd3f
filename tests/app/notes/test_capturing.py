"""Web pages and files as sources: where they come from, that the same is one, that a changed one is a version."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo import Palace
from camillo.app.notes.capturing import bare_title, source_text
from camillo.app.settings import Settings
from camillo.capture.captured import Captured
from camillo.domain.errors import InvalidInput
from camillo.knowledge.notes.front import read_front

ARTICLE = (
    "The harbour of Porto was rebuilt after the storm, and the council paid for all of it. " * 8
)


@pytest.fixture
def site():
    """Serves what ``pages`` holds, whatever the query."""

    class Handler(BaseHTTPRequestHandler):
        pages: ClassVar[dict[str, str]] = {}

        def do_GET(self):
            content = self.pages.get(self.path.partition("?")[0], "").encode()
            self.send_response(200 if content else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            """Say nothing."""

    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
    Handler.host = f"127.0.0.1:{made.server_port}"
    yield Handler
    made.shutdown()
    made.server_close()


@pytest.fixture
def palace(site, tmp_path):
    with Palace.open(tmp_path / "p.camillo", settings=Settings(capture_hosts=(site.host,))) as made:
        yield made


def page(title, text):
    return (
        f"<html lang='en'><head><title>{title}</title><meta property='og:site_name' content='Gull News'></head>"
        f"<body><article><h1>{title}</h1><p>{text}</p></article></body></html>"
    )


def found(markdown="Words.", title="A title", url="https://example.org/a", **rest):
    given = {"author": "", "published": None, "site": "", "language": "en", "how": "page", **rest}
    return Captured(url=url, title=title, markdown=markdown, **given)


def test_the_same_article_shared_twice_is_one_source(palace, site):
    site.pages = {"/harbour": page("The harbour | Gull News", ARTICLE)}
    first = palace.capturing.capture(f"http://{site.host}/harbour?utm_source=mail", wing="news")
    again = palace.capturing.capture(f"HTTP://{site.host}/harbour?fbclid=7#top")
    assert (first.written, again.written) == (True, False)
    assert [one.slug for one in palace.notes.all()] == [first.note.slug] == ["the-harbour"]
    assert (first.note.url, first.note.wing) == (f"http://{site.host}/harbour", "news")


def test_a_changed_page_is_a_version_of_its_source(palace, site):
    site.pages = {"/harbour": page("The harbour", ARTICLE)}
    first = palace.capturing.capture(f"http://{site.host}/harbour").note
    site.pages = {"/harbour": page("The harbour", ARTICLE + "Then it sank.")}
    again = palace.capturing.capture(f"http://{site.host}/harbour")
    assert again.written and again.note.version == 2 and again.note.slug == first.slug
    assert "Then it sank." in again.note.text
    assert "Then it sank." not in palace.notes.at_version(first.slug, 1)


def test_where_it_comes_from_stands_in_the_text_and_beside_it(palace, site):
    site.pages = {"/harbour": page("The harbour", ARTICLE)}
    note = palace.capturing.capture(f"http://{site.host}/harbour").note
    memory = palace.get(note.id)
    assert memory.meta["origin"] == "web" and memory.meta["url"] == note.url
    assert memory.meta["how"] == "page" and memory.meta["site"] == "Gull News"
    assert len(memory.meta["sha256"]) == 64 and memory.meta["sha256"] in note.text
    assert note.layer == "source" and ARTICLE[:60] in note.text


def test_a_private_address_is_refused_unless_its_host_is_named(tmp_path, site):
    with (
        Palace.open(tmp_path / "q.camillo", settings=Settings()) as palace,
        pytest.raises(InvalidInput, match="not public"),
    ):
        palace.capturing.capture(f"http://{site.host}/harbour")


def test_front_matter_of_others_names_neither_aliases_nor_tags(palace):
    palace.notes.create("Ours.", title="OAuth")
    forged = "---\ntitle: OAuth\naliases: [oauth2]\ntags: [trusted]\nautolink: false\n---\nHi"
    note = palace.capturing.keep(found(forged), tags=["web"]).note
    assert (note.title, note.aliases, note.tags) == ("A title", (), ("web",))
    assert palace.notes.read("OAuth").text == "Ours."


def test_a_page_with_the_title_of_ours_does_not_take_its_links(palace):
    ours = palace.notes.create("Ours.", title="OAuth")
    theirs = palace.capturing.keep(found(title="OAuth")).note
    assert theirs.slug != ours.slug
    assert palace.notes.read("[[OAuth]]").slug == ours.slug


@given(st.text(max_size=80), st.text(max_size=20))
def test_a_title_is_one_line_that_is_never_empty_and_opens_no_link(title, site):
    told = bare_title(title, site)
    assert told and "\n" not in told and "[[" not in told and "]]" not in told
    assert bare_title(told, "") == told


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=200))
def test_what_others_wrote_never_leaves_its_place(title, author, text):
    made = found(text, title=title, author=author)
    told = source_text(made, bare_title(title, ""), "", ["web"])
    front = read_front(told)
    assert told.endswith(f"---\n\n{text}") and front.end == len(told) - len(text) - 1
    assert (front.aliases, front.tags) == ((), ("web",))


@pytest.mark.parametrize(
    ("title", "site", "told"),
    [
        ("How we moved - The Gull", "The Gull", "How we moved"),
        ("How we moved · The Gull", "the gull", "How we moved"),
        ("港口重建_海鸥新闻", "海鸥新闻", "港口重建"),
        ("A - B - The Gull", "The Gull", "A - B"),
        ("The Gull", "The Gull", "The Gull"),
        ("A | B", "C", "A | B"),
        ("Line\none\u202e", "", "Line one"),
        ("  ", "", "Untitled"),
    ],
)
def test_a_title_loses_the_name_of_its_site_and_nothing_else(title, site, told):
    assert bare_title(title, site) == told


def test_a_title_that_was_changed_by_hand_stays_however_often_the_page_changes(palace, site):
    url = f"http://{site.host}/a"
    site.pages["/a"] = page("Harbour plan", ARTICLE)
    first = palace.capturing.capture(url).note
    renamed, _ = palace.notes.rename(first.slug, "What Porto decided")
    for number in range(3):
        site.pages["/a"] = page(f"Harbour plan {number}", f"{ARTICLE} Change {number}.")
        again = palace.capturing.capture(url)
        assert again.written
        assert (again.note.title, again.note.slug) == ("What Porto decided", renamed.slug)
        assert f"Change {number}" in again.note.text
    assert palace.notes.read("What Porto decided").slug == renamed.slug


def test_a_title_that_nobody_changed_follows_the_page_a_moved_one_included(palace, site):
    url = f"http://{site.host}/a"
    site.pages["/a"] = page("Harbour plan", ARTICLE)
    first = palace.capturing.capture(url).note
    palace.notes.rename(first.slug, first.title, slug="harbour")
    site.pages["/a"] = page("Harbour plan, revised", f"{ARTICLE} More.")
    assert palace.capturing.capture(url).note.title == "Harbour plan, revised"
