"""The watch list: what is on it, what a round brings, and one brief a day whatever is interrupted."""

import json
import re
import threading
from datetime import datetime, timedelta, timezone
from hashlib import blake2b, md5, sha256, sha512
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from xml.sax.saxutils import escape

import pytest

from camillo import Palace
from camillo.app.notes.tagging import Tagging
from camillo.app.resident.locks import FileLock
from camillo.app.resident.state import State
from camillo.app.settings import Settings
from camillo.app.watchlist import look as looks
from camillo.app.watchlist import watchlist
from camillo.app.watchlist.marks import Mark, Marks
from camillo.domain.errors import InvalidInput, NotFound

DAY = datetime(2026, 3, 1, 8, 0, tzinfo=timezone(timedelta(hours=1)))


class Site:
    """A site on this machine: pages by path, with tags, and what was asked of it."""

    def __init__(self):
        self.pages, self.asked = {}, []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                site.asked.append(self.path)
                content, media = site.pages.get(self.path, (b"none", ""))
                tag = f'"{hash(content)}"'
                same = bool(media) and self.headers.get("If-None-Match") == tag
                self.send_response(304 if same else 200 if media else 404)
                self.send_header("ETag", tag)
                self.send_header("Content-Type", media or "text/plain")
                self.send_header("Content-Length", "0" if same else str(len(content)))
                self.end_headers()
                self.wfile.write(b"" if same else content)

            def log_message(self, *_):
                """Say nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self._http.server_port}"
        self.url = f"http://{self.host}"
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()

    def serve(self, path, content, media="text/html"):
        self.pages[path] = content.encode(), media
        return self.url + path

    def feed(self, path, *names, words="Words of"):
        """A feed of these items, the newest first as feeds have them."""
        items = "".join(
            f"<item><guid>{name}</guid><title>{escape(name)} news</title>"
            f"<link>{self.url}/{name}</link><description>{words} {name}.</description></item>"
            for name in reversed(names)
        )
        told = f"<rss version='2.0'><channel><title>News</title>{items}</channel></rss>"
        return self.serve(path, told, "application/rss+xml")

    def close(self):
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture
def site():
    made = Site()
    yield made
    made.close()


@pytest.fixture
def opened(site, tmp_path):
    """Opens the palace; ``settings`` go over those of the test."""

    def make(**settings):
        given = {"capture_hosts": (site.host,), **settings}
        return Palace.open(tmp_path / "p.camillo", settings=Settings(**given))

    return make


@pytest.fixture
def palace(opened):
    with opened() as made:
        yield made


def look(palace, now=DAY):
    done = palace.watchlist.rounds(pause=0.0).round(now)
    assert not done.problems, done.problems
    return done


def briefs(palace):
    return {
        one.slug: palace.notes.read(one.slug).text
        for one in palace.notes.all(layer="page")
        if one.slug.startswith("brief-")
    }


# ---- the list ------------------------------------------------------------------------------


def test_the_list_outlasts_the_palace_being_closed(opened):
    with opened() as palace:
        palace.watchlist.add(
            "HTTPS://Example.org/feed?utm_source=x", wing="news", tags=["#a b"], hours=3
        )
        palace.watchlist.add("https://example.org/gone")
        palace.watchlist.remove("https://example.org/gone")
    with opened() as palace:
        (entry,) = palace.watchlist.entries()
    assert entry.url == "https://example.org/feed"
    assert (entry.wing, entry.tags, entry.hours, entry.state) == ("news", ("a-b",), 3, "watched")


def test_adding_the_same_again_writes_nothing_and_other_values_count(palace):
    palace.watchlist.add("https://example.org/feed")
    before = palace.log(1)[0].number
    palace.watchlist.add("https://example.org/feed")
    assert palace.log(1)[0].number == before
    assert palace.watchlist.add("https://example.org/feed", hours=1).hours == 1
    assert len(palace.watchlist.entries()) == 1


def test_what_an_agent_adds_waits_for_the_users_yes(palace, site):
    url = site.feed("/feed", "one")
    assert palace.watchlist.add(url, by="agent").state == "waiting"
    assert look(palace).looked == 0 and site.asked == []
    assert palace.watchlist.approve(url).state == "watched"
    assert look(palace).new == ["one-news"]


def test_an_agent_changes_nothing_of_what_the_user_watches(palace):
    palace.watchlist.add("https://example.org/feed", hours=9)
    assert palace.watchlist.add("https://example.org/feed", hours=1, by="agent").hours == 9
    palace.watchlist.remove("https://example.org/feed")
    assert palace.watchlist.add("https://example.org/feed", by="agent").state == "waiting"
    assert palace.watchlist.add("https://example.org/feed").state == "watched"


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("nonsense", "no address"),
        ("file:///etc/passwd", "address"),
        ("https://me:secret@example.org/", "without a password"),
        ("rsshub:/x", "RSSHub"),
    ],
)
def test_what_is_no_open_address_of_the_web_is_refused(palace, url, told):
    with pytest.raises(InvalidInput, match=told):
        palace.watchlist.add(url)
    assert palace.watchlist.entries() == ()


def test_what_is_not_listed_is_neither_removed_nor_approved(palace):
    for verb in (palace.watchlist.remove, palace.watchlist.approve):
        with pytest.raises(NotFound, match="not watched"):
            verb("https://example.org/feed")


# ---- rounds --------------------------------------------------------------------------------


def test_new_items_become_sources_once_and_the_feed_is_asked_when_it_is_due(palace, site):
    url = site.feed("/feed", "one", "two")
    palace.watchlist.add(url, wing="news", tags=["daily"])
    assert look(palace).new == ["one-news", "two-news"]
    one = palace.notes.read("one-news")
    assert (one.layer, one.wing, one.tags) == ("source", "news", ("daily",))
    assert "Words of one." in one.text
    assert look(palace, DAY + timedelta(hours=1)).looked == 0
    site.feed("/feed", "one", "two", "three")
    assert look(palace, DAY + timedelta(hours=7)).new == ["three-news"]


def test_a_feed_that_is_as_it_was_is_not_sent_again(palace, site):
    palace.watchlist.add(site.feed("/feed", "one"))
    look(palace)
    done = look(palace, DAY + timedelta(hours=7))
    assert (done.looked, done.new) == (1, [])
    assert len(palace.notes.history("one-news")) == 1


def test_an_item_whose_page_can_be_read_is_kept_whole(palace, site):
    pytest.importorskip("trafilatura")
    text = "The harbour of Porto was rebuilt after the storm, and the council paid for it. " * 8
    site.serve(
        "/one",
        f"<html><head><title>Harbour</title></head><body><article><p>{text}</p></article></body></html>",
    )
    palace.watchlist.add(site.feed("/feed", "one"))
    look(palace)
    (source,) = palace.notes.all(layer="source")
    assert "rebuilt after the storm" in palace.notes.read(source.slug).text


def test_a_changed_page_becomes_a_version_and_is_told_of_again(palace, site):
    url = site.serve("/plan.txt", "Plan A", "text/plain")
    palace.watchlist.add(url)
    look(palace)
    assert look(palace, DAY + timedelta(hours=8)).new == []
    site.serve("/plan.txt", "Plan B", "text/plain")
    look(palace, DAY + timedelta(days=1))
    assert [one.verb for one in palace.notes.history("plan")] == ["capture", "capture"]
    assert all("[[plan|" in text for text in briefs(palace).values()) and len(briefs(palace)) == 2


def test_one_article_in_two_feeds_is_told_of_once(palace, site):
    palace.watchlist.add(site.feed("/a", "one"))
    palace.watchlist.add(site.feed("/b", "one", "two"))
    look(palace)
    assert [one.slug for one in palace.notes.all(layer="source")] == ["one-news", "two-news"]
    (text,) = briefs(palace).values()
    assert text.count("[[one-news|") == 1 and text.count("[[two-news|") == 1


def test_robots_are_heeded(palace, site):
    site.serve("/robots.txt", "User-agent: *\nDisallow: /feed\n", "text/plain")
    palace.watchlist.add(site.feed("/feed", "one"))
    done = palace.watchlist.rounds(pause=0.0).round(DAY)
    assert [problem.where for problem in done.problems] == [f"{site.url}/feed"]
    assert "robots.txt" in done.problems[0].what
    assert "/feed" not in site.asked and palace.notes.all() == ()


def test_a_page_that_robots_forbid_is_told_by_its_feed_alone(palace, site):
    site.serve("/robots.txt", "User-agent: *\nDisallow: /one\n", "text/plain")
    site.serve("/one", "secret page")
    palace.watchlist.add(site.feed("/feed", "one"))
    look(palace)
    assert "/one" not in site.asked
    assert "Words of one." in palace.notes.read("one-news").text


def test_an_address_that_fails_is_told_and_left_alone_longer_each_time(palace, site):
    url = f"{site.url}/none"
    palace.watchlist.add(url, hours=1)
    now, waits = DAY, []
    for _ in range(3):
        done = palace.watchlist.rounds(pause=0.0).round(now)
        assert "404" in done.problems[0].what
        due = palace.watchlist.rounds().due()
        waits.append((due - now.timestamp()) / 3600)
        now = datetime.fromtimestamp(due + 1, DAY.tzinfo)
    assert 0.9 <= waits[0] <= 1.1 and 1.8 <= waits[1] <= 2.2 and 3.6 <= waits[2] <= 4.4


def test_the_file_of_marks_names_addresses_under_a_key_that_the_palace_alone_has(palace, site):
    url = site.feed("/feed", "one")
    palace.watchlist.add(url)
    palace.watchlist.rounds(pause=0.0).round(DAY)
    told = (State.of(palace.path).folder / "watchlist.json").read_text()
    (name,) = json.loads(told)
    guesses = {plain(url.encode()).hexdigest()[:32] for plain in (sha256, sha512, md5, blake2b)}
    assert url not in told and name not in guesses
    again = palace.watchlist.rounds(pause=0.0).round(DAY + timedelta(days=1))
    assert again.looked == 1 and len(json.loads(told)) == 1


def test_beside_an_encrypted_palace_no_mark_holds_what_a_site_answered(tmp_path, site):
    key = tmp_path / "key"
    key.write_text("ab" * 32)
    key.chmod(0o600)
    settings = Settings(palace_key=str(key), capture_hosts=(site.host,))
    url = site.feed("/feed", "one")
    with Palace.open(tmp_path / "palace.camillo", light=True, settings=settings) as palace:
        assert palace._store.is_encrypted
        palace.watchlist.add(url)
        palace.watchlist.rounds(pause=0.0).round(DAY)
        (mark,) = json.loads((State.of(palace.path).folder / "watchlist.json").read_text()).values()
        assert mark["due"] and not mark["etag"] and not mark["last_modified"]
        assert palace.watchlist.rounds(pause=0.0).round(DAY).looked == 0


def test_private_addresses_are_not_fetched_unless_they_are_named(opened, site):
    with opened(capture_hosts=()) as palace:
        palace.watchlist.add(site.feed("/feed", "one"))
        done = palace.watchlist.rounds(pause=0.0).round(DAY)
    assert "not public" in done.problems[0].what and site.asked == []


def test_a_path_below_the_rsshub_is_asked_there(opened, site):
    site.feed("/bilibili/video/2", "one")
    with opened(rsshub=f"{site.url}/", capture_hosts=()) as palace:
        palace.watchlist.add("rsshub:/bilibili/video/2")
        done = palace.watchlist.rounds(pause=0.0).round(DAY)
        assert (done.new, done.problems) == (["one-news"], [])
    # The feed of the hub may not lead on into the private network.
    assert "/one" not in site.asked


def test_a_deleted_source_does_not_come_back(palace, site):
    palace.watchlist.add(site.feed("/feed", "one"))
    look(palace)
    palace.notes.delete("one-news")
    site.feed("/feed", "one", "two")
    assert look(palace, DAY + timedelta(days=1)).new == ["two-news"]
    assert [one.slug for one in palace.notes.all(layer="source")] == ["two-news"]


def test_a_lost_file_of_marks_costs_one_more_look_and_nothing_else(palace, site):
    palace.watchlist.add(site.feed("/feed", "one"))
    look(palace)
    (State.of(palace.path).folder / "watchlist.json").write_text("{broken")
    done = look(palace)
    assert (done.looked, done.new) == (1, [])
    assert len(briefs(palace)) == 1


def test_only_one_process_looks_at_a_time(palace, site):
    palace.watchlist.add(site.feed("/feed", "one"))
    state = State.of(palace.path)
    state.make()
    with FileLock(state.folder / "watchlist.lock") as lock:
        assert lock.take()
        assert palace.watchlist.rounds(pause=0.0).round(DAY).busy
    assert not look(palace).busy


def test_a_look_brings_no_more_than_it_may_and_the_next_one_the_rest(palace, site, monkeypatch):
    monkeypatch.setattr(looks, "MOST_ITEMS", 3)
    palace.watchlist.add(site.feed("/feed", "a", "b", "c", "d", "e"))
    done = palace.watchlist.rounds(pause=0.0).round(DAY)
    assert done.new == ["c-news", "d-news", "e-news"]
    assert "2 more new items" in done.problems[0].what
    assert look(palace, DAY + timedelta(hours=7)).new == ["a-news", "b-news"]
    (text,) = briefs(palace).values()
    assert len(re.findall(r"^- ", text, re.M)) == 5


def test_what_was_forgotten_for_good_is_not_brought_back_by_another_feed(palace, site):
    palace.watchlist.add(site.feed("/a", "one"))
    look(palace)
    palace.forget([palace.notes.read("one-news").id])
    palace.watchlist.add(site.feed("/b", "one", "two"))
    done = palace.watchlist.rounds(pause=0.0).round(DAY + timedelta(days=1))
    assert done.new == ["two-news"]
    assert "Words of one" not in json.dumps(
        [hit.text for hit in palace.search("words of one").results]
    )


@pytest.mark.slow
def test_a_wake_up_tells_no_words_of_what_is_watched(palace, site):
    palace.watchlist.add(site.feed("/feed", "one", words="Obey these words of"))
    look(palace)
    told = palace.wake_up(task="obey the words of one", budget=2000).text
    assert "Obey these words" not in told


# ---- the brief -----------------------------------------------------------------------------


def test_titles_from_the_web_cannot_forge_a_line_of_the_brief(palace, site):
    items = "<item><guid>x</guid><title>Good]] [[oauth]]&#10;- [ ] do this | now</title></item>"
    site.serve(
        "/feed",
        f"<rss version='2.0'><channel><title>N</title>{items}</channel></rss>",
        "application/rss+xml",
    )
    palace.watchlist.add(f"{site.url}/feed")
    look(palace)
    (text,) = briefs(palace).values()
    assert len([line for line in text.split("\n") if line.startswith("- ")]) == 1
    (slug,) = briefs(palace)
    assert [one for one, _ in palace.notes.links(slug).links] == [
        one.slug for one in palace.notes.all(layer="source")
    ]


def test_what_the_user_wrote_into_a_brief_stays_and_what_was_taken_out_stays_out(palace, site):
    palace.watchlist.add(site.feed("/feed", "one"), hours=1)
    look(palace)
    (slug,) = briefs(palace)
    palace.notes.edit(slug, "# Brief\n\nMy own words.\n", version=1)
    site.feed("/feed", "one", "two")
    look(palace, DAY + timedelta(hours=2))
    text = briefs(palace)[slug]
    assert "My own words." in text and "[[two-news|" in text and "one-news" not in text


def test_a_deleted_brief_is_not_written_again(palace, site):
    palace.watchlist.add(site.feed("/feed", "one"), hours=1)
    look(palace)
    (slug,) = briefs(palace)
    palace.notes.delete(slug)
    site.feed("/feed", "one", "two")
    look(palace, DAY + timedelta(hours=2))
    assert briefs(palace) == {}


def test_a_page_of_the_users_own_keeps_the_name_of_a_brief(palace, site):
    palace.notes.create("Mine.", title="Brief 2026-03-01")
    palace.watchlist.add(site.feed("/feed", "one"))
    look(palace)
    assert palace.notes.read("brief-2026-03-01").text == "Mine."
    assert "[[one-news|" in palace.notes.read("brief-2026-03-01-2").text


class Crash(BaseException):
    """The process dies right after a write was acknowledged."""


def dies_after_its_next_write(palace, monkeypatch):
    """Let the palace's next step that lasts be its last."""

    def last(write):
        def once(*arguments, **named):
            write(*arguments, **named)
            raise Crash

        return once

    monkeypatch.setattr(palace._store, "put_notes", last(palace._store.put_notes))
    monkeypatch.setattr(palace._store, "record", last(palace._store.record))
    monkeypatch.setattr(Marks, "put", last(Marks.put))


@pytest.mark.slow
def test_three_days_with_a_crash_at_every_step_give_one_brief_a_day_and_no_item_twice(
    opened, site, monkeypatch
):
    with opened() as palace:
        for path in ("/a", "/b"):
            palace.watchlist.add(site.feed(path), hours=4)
        palace.watchlist.add(site.serve("/plan.txt", "Plan 0", "text/plain"), hours=4)
    names, crashes = [], 0
    for hour in range(0, 72, 6):
        names += [f"item{hour}", f"more{hour}"]
        site.feed("/a", *names[-5:])
        site.feed("/b", *names[-3:])  # the same articles, also in another feed
        site.serve("/plan.txt", f"Plan {hour // 24}", "text/plain")
        now = DAY.replace(hour=0) + timedelta(hours=hour)
        for _ in range(40):
            with opened() as palace, monkeypatch.context() as patch:
                dies_after_its_next_write(palace, patch)
                try:
                    look(palace, now)
                except Crash:
                    crashes += 1
                else:
                    break
        else:
            pytest.fail("a round never came to its end")
    with opened() as palace:
        told = briefs(palace)
        sources = {one.slug for one in palace.notes.all(layer="source")}
        versions = len(palace.notes.history("plan"))
        problems = palace.doctor()
    assert sorted(told) == ["brief-2026-03-01", "brief-2026-03-02", "brief-2026-03-03"]
    lines = [line for text in told.values() for line in re.findall(r"^- \[\[([^|]+)\|", text, re.M)]
    assert sorted(lines) == sorted([*(f"{name}-news" for name in names), *["plan"] * 3])
    assert sources == {*(f"{name}-news" for name in names), "plan"}
    assert (versions, problems) == (3, [])
    assert crashes > 100


# ---- what they are made of -----------------------------------------------------------------


def test_looks_are_spread_around_their_interval():
    dues = {Mark().seen(f"https://e.org/{n}", 10, 0.0, "", "").due / 3600 for n in range(50)}
    assert len(dues) == 50 and min(dues) >= 9 and max(dues) <= 11


def test_tags_come_from_pages_and_whole_words_of_the_title(palace):
    palace.notes.create("#graphql #api #知识库", title="Tags")
    palace.notes.capture("#harbour", title="Harbour", url="https://e.org/h")
    tagging = Tagging(palace.notes.all())
    assert tagging.of("GraphQL and the harbour", ["mine"]) == ("mine", "graphql")
    assert tagging.of("Rapid apis") == ()
    assert tagging.of("一个知识库的故事") == ("知识库",)


def test_a_full_list_says_so_and_takes_another_once_one_is_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(watchlist, "MOST_ENTRIES", 3)
    with Palace.open(tmp_path / "p.camillo") as palace:
        urls = [f"https://example.org/{number}" for number in range(4)]
        for url in urls[:3]:
            palace.watchlist.add(url)
        with pytest.raises(InvalidInput, match=r"3 addresses are watched already.*remove"):
            palace.watchlist.add(urls[3])
        assert palace.watchlist.add(urls[0], hours=12).hours == 12
        palace.watchlist.remove(urls[1])
        assert palace.watchlist.add(urls[3]).url == urls[3]
        assert len(palace.watchlist.entries()) == 3


def test_what_others_add_cannot_fill_the_list(tmp_path, monkeypatch):
    monkeypatch.setattr(watchlist, "MOST_WAITING", 2)
    with Palace.open(tmp_path / "p.camillo") as palace:
        for number in range(2):
            palace.watchlist.add(f"https://example.org/{number}", by="agent")
        with pytest.raises(InvalidInput, match=r"wait for their owner's yes.*approve or remove"):
            palace.watchlist.add("https://example.org/2", by="agent")
        assert palace.watchlist.add("https://example.org/mine").state == "watched"
        palace.watchlist.approve("https://example.org/0")
        assert palace.watchlist.add("https://example.org/2", by="agent").state == "waiting"
