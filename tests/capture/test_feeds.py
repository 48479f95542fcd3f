import json
import time

import pytest

from camillo.capture.feeds import address, looks_like_feed, read_feed
from camillo.capture.fetch import Fetched, fetch
from camillo.capture.files import kind_of
from camillo.domain.errors import InvalidInput, Unreadable

RSS = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>The Gull &amp; more</title><link>https://gull.example/</link><language>en-GB</language>
<item><title>Harbour &lt;b&gt;stays&lt;/b&gt; open</title>
<link>/news/1?utm_source=rss</link><guid isPermaLink="false">n-1</guid>
<pubDate>Wed, 01 May 2024 10:00:00 +0200</pubDate><dc:creator>Ada Finch</dc:creator><description>short</description>
<content:encoded><![CDATA[<p>The <a href="/plan">plan</a> is <b>binding</b>.</p><script>x()</script>]]>
</content:encoded></item>
<item><title>雨</title><link>https://gull.example/news/2</link><pubDate>nonsense</pubDate></item>
<item><description>No title, no link &lt;i&gt;at all&lt;/i&gt;</description></item>
<item><title>again</title><guid isPermaLink="false">n-1</guid></item>
<item><title>odd</title><link>javascript:alert(1)</link></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Atoms</title><link href="https://atom.example/"/>
<entry><id>tag:atom.example,2024:1</id><title>One</title><link rel="self" href="https://atom.example/self"/>
<link rel="alternate" href="https://atom.example/1?fbclid=9"/><updated>2024-05-01T10:00:00Z</updated>
<summary>text</summary></entry></feed>"""


def fetched(content, media="application/xml", url="https://gull.example/feed", charset=""):
    content = content.encode() if isinstance(content, str) else content
    return Fetched(url, url, 200, media, charset, content)


def test_entries_of_rss_come_once_each_with_their_own_time_and_canonical_address():
    got = read_feed(fetched(RSS))
    assert (got.title, got.site, got.language) == (
        "The Gull & more",
        "https://gull.example/",
        "en-GB",
    )
    first, second, third, odd = got.entries
    assert (first.id, first.url, first.author) == (
        "n-1",
        "https://gull.example/news/1",
        "Ada Finch",
    )
    assert first.title == "Harbour stays open"
    assert (first.published.to_datetime().isoformat(), first.published.offset) == (
        "2024-05-01T10:00:00+02:00",
        120,
    )
    assert first.summary == "The [plan](https://gull.example/plan) is **binding**."
    assert (second.id, second.title, second.published) == (
        "https://gull.example/news/2",
        "雨",
        None,
    )
    assert third.title.startswith("No title, no link")
    assert (third.url, len(third.id)) == ("", 64)
    assert odd.url == ""


def test_entries_of_atom_are_read():
    got = read_feed(fetched(ATOM, "application/atom+xml"))
    (entry,) = got.entries
    assert (entry.id, entry.url) == ("tag:atom.example,2024:1", "https://atom.example/1")
    assert (entry.published.text, entry.summary) == ("2024-05-01T10:00:00Z", "text")


def test_entries_of_a_json_feed_are_read():
    told = {
        "version": "https://jsonfeed.org/version/1.1", "title": "J\nson", "home_page_url": "https://j.example",
        "items": [
            {"id": 7, "url": "/a?utm_medium=x", "title": "A", "content_text": "whole", "summary": "w",
             "date_published": "2024-05-01T10:00:00+09:00", "authors": [{"name": "Ada"}]},
            {"id": "8", "external_url": "https://x.example/", "content_html": "<p>b</p>"}, "nonsense",
        ],
    }  # fmt: skip
    page = fetched(json.dumps(told), "application/feed+json", "https://j.example/feed.json")
    assert looks_like_feed(page)
    first, second = read_feed(page).entries
    assert (first.id, first.url, first.summary, first.author) == (
        "7",
        "https://j.example/a",
        "whole",
        "Ada",
    )
    assert first.published.offset == 540
    assert second.url == "https://x.example/"


BOMB = '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {name} "{f"&{inner};" * 10}">'
    for inner, name in zip("abcdefghi", "bcdefghij", strict=True)
)
SECRET = '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">'


@pytest.mark.parametrize("head", [BOMB, SECRET])
def test_a_feed_with_entities_of_its_own_is_refused_at_once(head):
    begun = time.monotonic()
    with pytest.raises(Unreadable, match="entities"):
        read_feed(
            fetched(head + "]><rss version='2.0'><channel><title>&j;&a;</title></channel></rss>")
        )
    assert time.monotonic() - begun < 15


def test_a_bomb_in_another_encoding_is_no_better():
    bomb = (
        BOMB + "]><rss version='2.0'><channel><item><title>&j;</title></item></channel></rss>"
    ).encode("utf-16")
    try:
        got = read_feed(fetched(bomb))
    except Unreadable:
        return
    assert all(len(entry.title) < 1_000 for entry in got.entries)


def test_a_broken_feed_gives_what_still_reads():
    got = read_feed(fetched(RSS[: RSS.index("<item><description>")].replace("&amp;", "&")))
    assert [entry.title for entry in got.entries] == ["Harbour stays open", "雨"]


def test_a_feed_in_another_charset_is_read():
    page = (
        RSS.replace('encoding="UTF-8"', 'encoding="gb2312"').replace("雨", "短文").encode("gb18030")
    )
    assert read_feed(fetched(page)).entries[1].title == "短文"


@pytest.mark.parametrize(
    "content",
    ["", "hello", "<html><body><p>page</p></body></html>", "{}", '{"items": 5}', '{"a":' * 90_000],
)
def test_what_is_no_feed_is_an_error(content):
    with pytest.raises(Unreadable):
        read_feed(fetched(content))
    assert not looks_like_feed(fetched(content, "text/html"))


def test_a_feed_that_is_too_large_is_refused():
    with pytest.raises(InvalidInput, match="larger"):
        read_feed(fetched(b"<rss>" + b" " * 17_000_000))


@pytest.mark.parametrize(
    "content",
    [
        RSS,
        ATOM,
        "\ufeff" + ATOM,
        "<!-- a --><rss version='2.0'>",
        "<?xml version='1.0'?>\n<?xml-stylesheet?><rdf:RDF>",
    ],
)
def test_a_feed_is_told_from_a_page_by_its_bytes(content):
    assert looks_like_feed(fetched(content, "text/html"))


def test_a_path_of_rsshub_is_an_address_below_the_owners_one():
    assert address("rsshub:/a/b?c", "https://hub.example/x/") == "https://hub.example/x/a/b?c"
    assert address("https://gull.example/feed") == "https://gull.example/feed"
    with pytest.raises(InvalidInput, match="RSSHub"):
        address("rsshub:/a")


def test_a_feed_is_fetched_and_read(web):
    url = web.serve("/feed", RSS, "text/plain")
    got = fetch(url, allowed=web.allowed)
    assert looks_like_feed(got)
    assert read_feed(got).entries[0].url == f"{web.url}/news/1"


@pytest.mark.parametrize(
    "part",
    [
        "<!-- -->",
        "<!--",
        "<? ?>",
        "<?",
        "<!DOCTYPE ",
        " ",
        "<",
        "<a ",
        "<a b='",
        "</a ",
        "<![CDATA[",
        "&",
        "<link rel='",
    ],
)
def test_telling_a_feed_takes_no_longer_than_the_content_is_long(part):
    page = fetched((part * 300_000)[:1_000_000])
    begun = time.monotonic()
    assert not looks_like_feed(page)
    assert kind_of(page.content) in ("text", "html")
    assert time.monotonic() - begun < 5
