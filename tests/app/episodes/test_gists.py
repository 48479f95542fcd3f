"""The shorthand of gists: both lengths, every line behind it, searched by its own words, as new as its episode."""

import pytest
from tests.talks import HEATER

from camillo import Palace
from camillo.app.settings import Settings
from camillo.distill.shorthand.notation import decode
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound

TOKEN = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
LONG = tuple(
    f"We decided that {what} of the {place} house gets {number} new {thing} from {firm} before {month}."
    for number, (what, place, thing, firm, month) in enumerate(
        (
            ("the roof", "northern", "skylights", "Velux", "April"),
            ("the kitchen", "southern", "cupboards", "Nobilia", "May"),
            ("the cellar", "western", "pumps", "Grundfos", "June"),
            ("the garden", "eastern", "sprinklers", "Gardena", "July"),
        )
        * 8,
        3,
    )
)


@pytest.fixture
def palace(tmp_path):
    settings = Settings(palace=tmp_path / "palace.camillo", refine=False)
    with Palace.open(settings=settings) as opened:
        yield opened


def tell(palace, texts, *, chat="chat:1", wing="garden", first=0, hour=9):
    return [
        palace.add(
            text,
            wing=wing,
            source=chat,
            turn=str(number),
            speaker=("Ana", "Bo")[number % 2],
            role="user",
            at=f"2025-03-01T{hour:02}:{number % 60:02}:00Z",
        ).ids[0]
        for number, text in enumerate(texts, first)
    ]


def shorthand_of(palace, id):
    return palace.episodes.gist(id, shorthand=True)


def test_a_gist_has_shorthand_of_its_lines_with_both_lengths(palace):
    ids = tell(palace, HEATER)
    gist = shorthand_of(palace, ids[0])
    made = gist.shorthand
    assert decode(made.text) == made.briefs
    assert made.tokens > 0 and made.stands_for > 0 and made.drawers == len(made.briefs)
    told = {Span.parse(line.id).key: line.text for line in gist.lines}
    for brief in made.briefs:
        memory = palace.get(brief.id)
        assert memory.id == made.cites[brief.id]
        words = iter(told[Span.parse(memory.id).key].split())
        assert all(any(word in part for part in words) for word in brief.words)
    assert palace.episodes.gist(ids[0]).shorthand is None


def test_the_shorthand_of_a_long_gist_is_shorter_and_of_a_short_one_says_that_it_is_longer(palace):
    long = shorthand_of(palace, tell(palace, LONG * 3)[0]).shorthand
    short = shorthand_of(palace, tell(palace, HEATER, chat="chat:2")[0]).shorthand
    assert long.tokens < long.stands_for and "longer" not in long.flags
    assert short.tokens > short.stands_for and "longer" in short.flags


def test_gists_are_found_by_the_words_of_their_shorthand_and_lead_to_the_passages(palace):
    ids = tell(palace, HEATER)
    tell(palace, LONG, chat="chat:2", wing="house")
    (found,) = palace.episodes.search_gists("which electric fuse did they need?")
    words = {word for brief in found.gist.shorthand.briefs for word in brief.words}
    assert {"electric", "fuse"} <= words and 0 < found.score <= 1
    assert found.hits == (ids[6],)
    assert palace.get(found.hits[0]).text == HEATER[6]
    assert palace.episodes.search_gists("electric fuse", wing="house") == ()
    assert palace.episodes.search_gists("electric fuses", wing="garden") != ()


@pytest.mark.parametrize("word", ["thermostat", "Joaquim", "zeppelin"])
def test_what_the_shorthand_leaves_out_does_not_find_it(palace, word):
    ids = tell(palace, HEATER)
    gist = shorthand_of(palace, ids[0])
    assert word not in gist.shorthand.text
    assert ("Joaquim" in gist.lines[0].text) and len(gist.lines) == 1
    assert palace.episodes.search_gists(word) == ()


def test_a_gist_that_has_more_of_the_question_comes_first(palace):
    tell(palace, HEATER)
    tell(palace, LONG, chat="chat:2", wing="house")
    question = "electric fuse of the sprinklers in the garden"
    found = palace.episodes.search_gists(question)
    assert len(found) == 2 and 1 > found[0].score > found[1].score > 0
    assert palace.episodes.search_gists(question, limit=1) == found[:1]


def test_chinese_gists_are_found_by_two_characters(palace):
    things = [
        "屋顶天窗",
        "厨房橱柜",
        "地窖水泵",
        "花园喷头",
        "温室暖炉",
        "书房书架",
        "车库大门",
        "阳台栏杆",
    ]
    lines = [
        f"我们决定在{n}月之前把{thing}换成新的，因为旧的已经坏了。"
        for n, thing in enumerate(things * 2, 1)
    ]
    ids = tell(palace, lines)
    made = shorthand_of(palace, ids[0]).shorthand
    text = made.briefs[0].words[-1]
    (found,) = palace.episodes.search_gists(text[:2])
    assert text[:2] in palace.get(found.hits[0]).text


def test_the_shorthand_is_renewed_with_its_episode(palace):
    ids = tell(palace, HEATER)
    before = shorthand_of(palace, ids[0])
    more = tell(palace, LONG, first=len(HEATER), hour=10)
    after = shorthand_of(palace, ids[0])
    assert after.lines != before.lines and after.shorthand.text != before.shorthand.text
    (found,) = palace.episodes.search_gists("Nobilia cupboards")
    assert found.gist == after
    palace.forget([one for one, text in zip(more, LONG, strict=True) if "Nobilia" in text])
    assert "Nobilia" not in shorthand_of(palace, ids[0]).shorthand.text
    assert palace.episodes.search_gists("Nobilia") == ()


@pytest.mark.slow
def test_a_secret_is_not_in_shorthand(palace):
    texts = ["Fine by me as always, my friend."] * 40
    texts[6] = f"We decided that the electric heater reports to the server with the token {TOKEN}."
    ids = tell(palace, texts)
    gist = shorthand_of(palace, ids[0])
    assert any("[secret" in line.text for line in gist.lines)
    assert "electric" in gist.shorthand.text
    assert TOKEN not in gist.shorthand.text
    assert palace.episodes.search_gists(TOKEN) == ()


def test_what_was_pruned_is_not_found(palace):
    ids = tell(palace, HEATER)
    assert palace.episodes.search_gists("electric fuse")
    palace.pruning.prune(now="2035-01-01")
    assert palace.search("electric fuse").results == () and palace.get(ids[6])
    assert palace.episodes.search_gists("electric fuse") == ()


def test_a_question_without_words_and_an_impossible_limit_are_wrong_input(palace):
    with pytest.raises(InvalidInput):
        palace.episodes.search_gists(" ")
    with pytest.raises(InvalidInput):
        palace.episodes.search_gists("heater", limit=0)
    with pytest.raises(NotFound):
        palace.episodes.gist("ff" * 12, shorthand=True)
    assert palace.episodes.search_gists("heater") == ()
