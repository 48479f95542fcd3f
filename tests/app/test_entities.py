"""Entities of a palace: listed, asked for, joined and parted by hand."""

import pytest

from camillo import Palace
from camillo.app import plugins
from camillo.domain.errors import InvalidInput, NotFound
from camillo.knowledge.entities.asking import entities_of
from camillo.knowledge.entities.registry import Registry

HOSTILE = "\x1b[2J\u202e\n</memory>\x00"


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as opened:
        yield opened


def told(palace, *texts, **rest):
    return [palace.add(text, **{"wing": "orion", **rest}).ids[0] for text in texts]


@pytest.fixture
def story(palace):
    told(palace, "Did Melanie Kova paint it?", "We saw Melanie Kova in Porto.", at="2024-05-01")
    told(palace, "I love it and I love Love here", "I love the sea", "love, love", "love it")
    told(palace, "They call her Mel.", "So Mel went back to Porto.", wing="vega", at="2024-06-02")
    return palace


def test_a_name_that_two_drawers_surely_have_is_listed_and_an_everyday_word_is_not(story):
    told(story, "There is Love in the air")
    found = {one.name: one for one in story.entities.list()}
    assert set(found) == {"Melanie Kova", "Porto", "Mel"}
    porto = found["Porto"]
    assert (porto.drawers, porto.conversations, porto.wings) == (2, 2, ("orion", "vega"))
    assert porto.first.text[:10] == "2024-05-01" and porto.last.text[:10] == "2024-06-02"


def test_lists_narrow_by_wing_kind_and_limit(story):
    names = [one.name for one in story.entities.list(wing="vega")]
    assert names == ["Mel", "Porto"]
    assert [one.name for one in story.entities.list(limit=1)] == ["Mel"]
    assert story.entities.list(kind="person") == ()
    story.entities.set_kind("Mel", "person")
    assert [one.name for one in story.entities.list(kind="person")] == ["Mel"]
    for limit in (0, 1001):
        with pytest.raises(InvalidInput):
            story.entities.list(limit=limit)


def test_merged_names_are_one_entity_until_that_is_undone(story):
    receipt = story.entities.merge("Mel", into="melanie kova")
    one = story.entities.get("mel")
    assert (one.name, one.aliases, one.drawers) == ("Melanie Kova", ("Mel",), 4)
    assert one == story.entities.get("Melanie Kova")
    assert {m.text for m in story.entities.mentions("Mel")} == {
        "Did Melanie Kova paint it?",
        "We saw Melanie Kova in Porto.",
        "They call her Mel.",
        "So Mel went back to Porto.",
    }
    with pytest.raises(InvalidInput, match="already"):
        story.entities.merge("Melanie Kova", into="Mel")
    story.entities.undo(int(receipt.ids[0]))
    assert story.entities.get("Mel").drawers == 2


def test_a_split_gives_a_name_back_and_the_history_tells_all_of_it(story):
    story.entities.merge("Mel", into="Melanie Kova")
    story.entities.split("Mel")
    assert story.entities.get("Mel").name == "Mel"
    story.entities.undo()
    assert story.entities.get("Mel").name == "Melanie Kova"
    story.entities.undo()
    told_of = story.entities.history("Melanie Kova")
    assert [(one.what, one.undone) for one in told_of] == [
        ("entities merged", True),
        ("entity split", True),
        ("entity undone", False),
        ("entity undone", False),
    ]
    assert {one.names for one in told_of} == {("mel", "melanie kova"), ("melanie kova", "mel")}
    with pytest.raises(NotFound):
        story.entities.undo()
    story.entities.undo(told_of[-1].number)
    assert story.entities.get("Mel").name == "Melanie Kova"


def test_a_split_of_all_names_or_of_two_entities_names_is_refused(story):
    with pytest.raises(InvalidInput, match="all of its names"):
        story.entities.split("Porto")
    story.entities.merge("Mel", into="Melanie Kova")
    with pytest.raises(InvalidInput, match="all of its names"):
        story.entities.split("Mel", "Melanie Kova")
    with pytest.raises(InvalidInput, match="one entity"):
        story.entities.split("Mel", "Porto")


def test_an_alias_may_be_a_name_that_no_text_has(story):
    story.entities.alias("Porto", "Invicta")
    assert story.entities.get("invicta").name == "Porto"
    with pytest.raises(InvalidInput, match="already"):
        story.entities.alias("Porto", "INVICTA")
    for nothing in ("?!", "", "  "):
        with pytest.raises(InvalidInput):
            story.entities.alias("Porto", nothing)


def test_a_new_name_is_shown_and_the_texts_stay(story):
    story.entities.rename("Porto", "Porto, the city")
    assert story.entities.get("Porto").name == "Porto, the city"
    assert story.entities.mentions("Porto")[0].text == "So Mel went back to Porto."


def test_an_alias_that_a_text_states_is_believed_while_no_other_text_disagrees(palace):
    told(palace, "The Food Agency (FA) moved.", "So FA called, and the Food Agency too.")
    assert palace.entities.get("FA").name == "Food Agency"
    told(palace, "Now the Football Association (FA) called.")
    assert palace.entities.get("FA").name == "FA"


def test_names_alike_are_proposed_and_never_joined(palace):
    told(palace, "we met Melanie and Mel", "then Melanie left, and Mel too")
    told(palace, "a book by Ada Lovelace and Lovelace", "of Ada Lovelace, by Lovelace")
    told(palace, "see Lord of the Rings and LOTR", "see LOTR or Lord of the Rings")
    assert [(one.alias, one.entity, one.why) for one in palace.entities.alike()] == [
        ("lotr", "lord of the rings", "initials"),
        ("lovelace", "ada lovelace", "part"),
        ("mel", "melanie", "short form"),
    ]
    assert palace.entities.get("Mel").aliases == ()
    assert palace.entities.alike(wing="nowhere") == ()


def test_an_unknown_name_is_said_so(palace):
    for ask in (palace.entities.get, palace.entities.mentions, palace.entities.history):
        with pytest.raises(NotFound, match="Nobody"):
            ask("Nobody")
    with pytest.raises(NotFound):
        palace.entities.merge("Nobody", into="None")


@pytest.mark.parametrize(
    "name", [HOSTILE, "'; drop table acts; --", "=a=b", "@^~", "\ud800", "x" * 10_000]
)
def test_hostile_names_harm_nothing(story, name):
    before = story.entities.list()
    for act in (
        lambda: story.entities.get(name),
        lambda: story.entities.merge(name, into="Porto"),
        lambda: story.entities.split(name),
        lambda: story.entities.rename(name, name),
    ):
        with pytest.raises((InvalidInput, NotFound)):
            act()
    assert story.entities.list() == before and story.doctor() == []


def test_what_is_forgotten_is_named_no_more(story):
    for memory in story.entities.mentions("Mel"):
        story.forget([memory.id])
    with pytest.raises(NotFound):
        story.entities.get("Mel")


def test_assertions_outlive_a_rebuild_and_other_handles_see_them(story):
    story.entities.merge("Mel", into="Melanie Kova")
    story.rebuild()
    assert story.entities.get("Mel").drawers == 4
    with Palace.open(story.path) as other:
        assert other.entities.get("Mel").name == "Melanie Kova"
        other.entities.undo()
    assert story.entities.get("Mel").name == "Mel"


def asked(palace, question):
    with palace._store.snapshot() as snapshot:
        return entities_of(question, snapshot, palace._parts.names().at(snapshot))


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("what did melanie kova paint in porto?", ("melanie kova", "porto")),
        ("what does Mel's friend do", ("mel",)),
        ("do i love it", ()),
        ("melon or portofino", ()),
        ("", ()),
    ],
)
def test_a_question_needs_no_capitals_and_the_longest_name_is_meant(story, question, keys):
    assert asked(story, question) == keys


def test_a_question_in_a_script_without_spaces_names_entities(palace):
    told(palace, "王明先生读了《三体》", "作者刘慈欣，写了《三体》")
    assert asked(palace, "刘慈欣的三体是什么时候写的") == ("刘慈欣", "三体")


def test_a_question_follows_aliases_and_shapes(story):
    told(story, "this fixes #12 in src/app.py")
    story.entities.merge("Mel", into="Melanie Kova")
    assert asked(story, "did mel fix #12 in src/app.py") == (
        "melanie kova",
        "src app py",
        "issue 12",
    )


def test_a_registry_that_followed_the_writes_is_as_one_that_is_read_anew(story):
    names = story._parts.names()
    steps = (
        lambda: told(story, "a letter to Zuza from Porto", "then Zuza (Zu) wrote"),
        lambda: story.entities.merge("Zuza", into="Mel"),
        lambda: story.forget([story.entities.mentions("Zuza")[0].id]),
        lambda: story.rebuild(),
        lambda: told(story, "and Zuza came"),
    )
    for step in steps:
        step()
        with story._store.snapshot() as snapshot:
            kept, fresh = names.at(snapshot), Registry.read(snapshot)
            assert dict(kept.counts) == dict(fresh.counts)
            assert [kept.resolve(key) for key in fresh.counts] == [
                fresh.resolve(key) for key in fresh.counts
            ]


def test_a_reader_of_names_joins_by_its_entry_point(tmp_path, monkeypatch):
    site = tmp_path / "site"
    about = site / "a_reader-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "a_reader.py").write_text(
        "from camillo.domain.knowledge import Mention\n"
        "def read(said):\n"
        "    count = said.text.count('assam')\n"
        "    return [Mention('assam', 'assam', 'place', count, True)] if count else []\n"
        "def load():\n    return read\n"
        "broken = 3\n"
    )
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: a-reader\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[camillo.entities]\nplaces = a_reader:load\nbroken = a_reader:broken\n"
    )
    monkeypatch.syspath_prepend(site)
    assert len(plugins.entity_readers()) == 1
    with Palace.open(tmp_path / "palace.camillo") as palace:
        told(palace, "tea from assam", "again assam tea")
        assert palace.entities.get("Assam").kind == "place"
        assert palace.doctor() == []
