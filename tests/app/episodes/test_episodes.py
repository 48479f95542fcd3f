"""Episodes and gists of a real palace: sessions listed and read, tool runs as steps, what they were about."""

import json
from pathlib import Path

import pytest
from tests.talks import HEATER

from camillo import Palace
from camillo.app.mining import mining
from camillo.app.resident.answers import Answers
from camillo.app.settings import Settings
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound

SAMPLES = Path(__file__).parents[3] / "samples"


@pytest.fixture
def palace(tmp_path):
    settings = Settings(palace=tmp_path / "palace.camillo", refine=False)
    with Palace.open(settings=settings) as opened:
        yield opened


def tell(palace, texts, *, day="2025-03-01", hour=9, chat="chat:1", first=0, wing="garden"):
    return [
        palace.add(
            text,
            wing=wing,
            source=chat,
            turn=str(number),
            speaker=("Ana", "Bo")[number % 2],
            role="user",
            at=f"{day}T{hour + number // 60:02}:{number % 60:02}:00Z",
        ).ids[0]
        for number, text in enumerate(texts, first)
    ]


def test_a_conversation_is_parted_into_episodes_by_silence_and_the_newest_come_first(palace):
    tell(palace, HEATER[:3])
    tell(palace, HEATER[3:5], day="2025-03-04", first=3)
    tell(palace, HEATER[:2], day="2025-03-02", chat="chat:2", wing="house")
    palace.add("A note by itself", wing="garden")
    newest, middle, oldest = palace.episodes.list()
    assert [one.turns for one in (newest, middle, oldest)] == [2, 2, 3]
    assert (newest.began, newest.ended) == ("2025-03-04T09:03:00Z", "2025-03-04T09:04:00Z")
    assert (middle.wings, middle.conversation) == (("house",), "chat:2")
    assert oldest.speakers == ("Ana", "Bo") and oldest.parts == {"text": 3}
    assert palace.episodes.list(limit=1) == (newest,)
    assert palace.episodes.list(wing="house") == (middle,)
    assert palace.episodes.list(since="2025-03-02", until="2025-03-03") == (middle,)
    assert palace.episodes.list(until="2025-03-01") == (oldest,)
    assert palace.episodes.list(wing="nowhere") == ()


def test_many_conversations_are_listed_in_the_order_in_which_their_episodes_ended(palace):
    for number in range(40):
        tell(
            palace,
            ("one", f"two {number}"),
            day=f"2025-03-{1 + number % 28:02}",
            chat=f"chat:{number}",
        )
    # One that goes on late has an early episode too, which must not come before later ones of others.
    tell(palace, ("three", "four"), day="2025-04-20", chat="chat:0", first=2)
    listed = palace.episodes.list(limit=1000)
    assert len(listed) == 41
    assert [one.ended for one in listed] == sorted((one.ended for one in listed), reverse=True)


def test_an_episode_is_found_by_its_own_id_and_by_any_text_in_it(palace):
    ids = tell(palace, HEATER[:4])
    (listed,) = palace.episodes.list()
    found = palace.episodes.get(listed.id)
    assert found.ids == tuple(ids)
    assert [palace.get(id).text for id in found.ids] == list(HEATER[:4])
    assert palace.episodes.get(ids[2]) == found == palace.episodes.get(listed.id[:8])
    alone = palace.add("A note by itself").ids[0]
    for id in (alone, "00" * 12, "11" * 12 + ":0-3"):
        with pytest.raises(NotFound):
            palace.episodes.get(id)
    with pytest.raises(InvalidInput):
        palace.episodes.list(limit=0)


def test_tool_calls_and_their_results_are_steps_with_how_they_ended(palace):
    palace.mine(SAMPLES / "claude-code")
    for episode in palace.episodes.list():
        full = palace.episodes.get(episode.id)
        assert len(full.steps) == episode.stepped == episode.parts["tool_call"]
        assert [step.outcome for step in full.steps].count("error") == episode.failed == 1
        order = [id for step in full.steps for id in (step.call, *step.results)]
        assert sorted(order, key=full.ids.index) == order and set(order) <= set(full.ids)
        assert all(palace.get(step.call).part == "tool_call" for step in full.steps)


def gist_of(palace):
    (episode,) = palace.episodes.list()
    return palace.episodes.gist(episode.id)


def test_an_episode_of_more_than_ten_turns_has_a_gist_of_its_own_words(palace):
    ids = tell(palace, HEATER)
    gist = gist_of(palace)
    keys = {Span.parse(id).key: HEATER[at] for at, id in enumerate(ids)}
    assert 0.05 <= gist.share <= 0.15
    for line in gist.lines:
        assert line.text in keys[Span.parse(line.id).key]
        assert palace.get(line.id).text == line.text
    assert any("electric" in line.text for line in gist.lines)


def test_a_short_episode_has_none(palace):
    tell(palace, HEATER[:10])
    with pytest.raises(NotFound, match="has no gist"):
        gist_of(palace)


def test_a_gist_is_renewed_when_its_episode_grows(palace):
    tell(palace, HEATER)
    before = gist_of(palace)
    more = [
        f"The order number {n} from Braun came to {7 * n} euros, paid by card." for n in range(30)
    ]
    tell(palace, more, hour=10, first=len(HEATER))
    after = gist_of(palace)
    assert len(after.lines) > len(before.lines)
    assert 0.05 <= after.share <= 0.15


CANARY = "We decided that the vault code is Quasimodo-Elderberry-4471."


def test_forgetting_a_turn_takes_its_words_out_of_the_gist_and_the_file(palace):
    texts = [f"Fine by me as always, {'my dear ' * (n % 2)}friend." for n in range(30)]
    texts.insert(6, CANARY)
    ids = tell(palace, texts)
    assert CANARY in [line.text for line in gist_of(palace).lines]
    palace.forget([ids[6]])
    gist = gist_of(palace)
    assert gist.lines and not any("Elderberry" in line.text for line in gist.lines)
    files = [
        each for each in palace.path.parent.iterdir() if each.name.startswith(palace.path.name)
    ]
    assert not any(b"Elderberry" in each.read_bytes() for each in files)
    assert palace.doctor() == []


def test_the_gist_of_a_long_episode_is_chosen_anew_at_once_when_a_line_of_it_is_forgotten(palace):
    texts = [f"Fine by me as always, {'my dear ' * (n % 2)}friend." for n in range(80)]
    texts.insert(6, CANARY)
    ids = tell(palace, texts)
    palace.forget([ids[6]])
    lines = gist_of(palace).lines
    assert lines and not any("Elderberry" in line.text for line in lines)


def test_a_rebuild_comes_to_the_same_gists(palace):
    tell(palace, HEATER)
    before = gist_of(palace)
    palace.rebuild()
    assert gist_of(palace) == before


def test_mining_makes_the_same_gists_as_adding_turn_by_turn(palace, tmp_path):
    tell(palace, HEATER)
    lines = [
        json.dumps(
            {
                "conversation": "m",
                "turn": str(number),
                "speaker": ("Ana", "Bo")[number % 2],
                "role": "user",
                "at": f"2025-03-01T09:{number:02}:00Z",
                "text": text,
            }
        )
        for number, text in enumerate(HEATER)
    ]
    (tmp_path / "m.jsonl").write_text("\n".join(lines), encoding="utf-8")
    palace.mine(tmp_path / "m.jsonl", wing="mined")
    (mined,) = palace.episodes.list(wing="mined")
    (added,) = palace.episodes.list(wing="garden")
    assert [one.text for one in mined.gist] == [one.text for one in added.gist] != []


def test_a_search_leads_to_the_episode_and_its_turns(palace):
    ids = tell(palace, HEATER)
    tell(palace, ("Lunch?", "Soup, please."), chat="chat:2")
    best = palace.episodes.search("why the electric heater?", now="2025-03-02")[0]
    assert best.episode.turns == len(HEATER) and best.episode.gist
    assert ids[4] in best.hits
    assert {"relevance", "recency", "importance", "gist"} <= best.why.keys()
    assert best.why["gist"] > 0
    with pytest.raises(InvalidInput):
        palace.episodes.search(" ")


def test_the_resident_makes_gists_of_what_it_filed_when_nobody_asks(palace, tmp_path):
    path = tmp_path / "m.jsonl"
    turns = [{"conversation": "m", "turn": str(n), "text": text} for n, text in enumerate(HEATER)]
    path.write_text("\n".join(map(json.dumps, turns)), encoding="utf-8")
    mining.run(palace._parts, path, mining.wish("mined", None, None), False, None)
    (episode,) = palace.episodes.list()
    assert episode.gist == ()
    answers = Answers(palace._parts.settings)
    answers.refine()
    answers.close()
    assert palace.episodes.gist(episode.id).lines


def test_what_a_search_for_episodes_shows_is_a_use(palace):
    ids = tell(palace, HEATER[:3])
    palace.episodes.search("greenhouse heater", now="2025-03-02")
    palace._uses.flush()
    with palace._store.snapshot() as snapshot:
        assert snapshot.uses([1])[1].count == 1 and ids
