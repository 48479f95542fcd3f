"""Joining two memories: nothing that either says is lost, and it can be undone."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.talks import SKI, two_of_ana

from camillo import Palace
from camillo.app.settings import Settings
from camillo.distill.memories.document import read
from camillo.domain.errors import InvalidInput, NotFound


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo", settings=Settings()) as made:
        yield made


def statements(palace, path):
    return {line.text for line in read(palace.memories.read(path).text, [], "en").lines}


def standing(text):
    return text.partition("## Earlier")[0]


def test_every_statement_of_both_is_kept_and_the_later_one_holds(palace):
    one, other = two_of_ana(palace)
    assert one.path != other.path
    said = statements(palace, one.path) | statements(palace, other.path)
    cites = {c for each in (one, other) for c in palace.memories.read(each.path).cites}
    kept = palace.memories.join(other.path, into=one.path)
    assert statements(palace, one.path) == said
    assert set(kept.cites) == cites and all(palace.get(cite).text for cite in cites)
    assert "Oslo" in standing(kept.text) and "Rome" not in standing(kept.text)
    assert "Rome" in kept.text and kept.text.count("green tea") == 1
    assert palace.doctor() == []


def test_what_was_joined_keeps_its_history_and_says_where_it_went(palace):
    one, other = two_of_ana(palace)
    before = palace.memories.read(other.path)
    palace.memories.join(other.path, into=one.path)
    gone = palace.memories.read(other.path)
    assert gone.text == f"# → {one.path}\n"
    assert gone.versions[:-1] == before.versions
    assert palace.get(before.id).text == before.text
    assert [kept.path for kept in palace.memories.all()] == [one.path]
    hits = palace.search("Ana skis in the hills", source_kind="memory").results
    assert [hit.conversation for hit in hits if "skis" in hit.text] == [one.path]


def test_joining_again_changes_nothing(palace):
    one, other = two_of_ana(palace)
    kept = palace.memories.join(other.path, into=one.path)
    assert palace.memories.join(other.path, into=one.path) == kept


def test_what_is_said_again_of_a_joined_memory_goes_into_the_one_that_is_left(palace):
    one, other = two_of_ana(palace)
    palace.memories.join(other.path, into=one.path)
    again = palace.memories.distil(other.message, wing="a")
    assert (again.action, again.path) == ("unchanged", one.path)
    more = palace.remember("Ana lives in Lima and likes it there.", wing="a", at="2026-01-01")
    assert (more.action, more.path) == ("merged", one.path)


def test_parting_brings_both_back_as_they_were(palace):
    one, other = two_of_ana(palace)
    before = [palace.memories.read(each.path) for each in (one, other)]
    palace.memories.join(other.path, into=one.path)
    palace.memories.part(other.path)
    after = [palace.memories.read(each.path) for each in (one, other)]
    assert [(kept.text, kept.cites) for kept in after] == [
        (kept.text, kept.cites) for kept in before
    ]
    with pytest.raises(NotFound, match="went into another"):
        palace.memories.part(other.path)
    kept = palace.memories.join(other.path, into=one.path)
    assert "Oslo" in kept.text and palace.doctor() == []


def test_parting_leaves_what_was_said_since(palace):
    one, other = two_of_ana(palace)
    palace.memories.join(other.path, into=one.path)
    palace.remember("Ana lives in Lima and likes it there.", wing="a", at="2026-01-01")
    since = palace.remember(SKI, wing="a", at="2026-02-01", session="later")
    palace.memories.part(other.path)
    kept = palace.memories.read(one.path)
    assert "Lima" in standing(kept.text) and "Oslo" not in kept.text
    assert "skis" in kept.text and set(since.cites) <= set(kept.cites)
    assert not {cite for cite in kept.cites if cite in palace.memories.read(other.path).cites} - {
        cite for cite in kept.cites if "tea" in palace.get(cite).text
    }


def test_forgetting_a_joined_memory_leaves_no_version_of_either(palace, tmp_path):
    one, other = two_of_ana(palace)
    kept = palace.memories.join(other.path, into=one.path)
    palace.forget([kept.id, one.message, other.message])
    assert palace.memories.all() == ()
    palace.close()
    assert all(b"skis" not in file.read_bytes() for file in tmp_path.glob("p.camillo*"))


def test_forgetting_a_message_takes_its_lines_from_both_histories(palace, tmp_path):
    one, other = two_of_ana(palace)
    palace.memories.join(other.path, into=one.path)
    palace.forget([other.message])
    kept = palace.memories.read(one.path)
    assert "skis" not in kept.text and "Rome" in standing(kept.text) and "tea" in kept.text
    palace.memories.part(other.path)
    assert "skis" not in palace.memories.read(one.path).text
    assert palace.doctor() == []
    palace.close()
    assert all(b"skis" not in file.read_bytes() for file in tmp_path.glob("p.camillo*"))


def test_what_two_writers_add_while_memories_are_joined_is_kept(tmp_path):
    path = tmp_path / "p.camillo"
    with Palace.open(path) as here, Palace.open(path) as there:
        one, other = two_of_ana(here)
        filed = here._store.file

        def late(verb, *rest):
            if verb == "join memories":
                there.memories.store(other.path, "- Ana keeps zebras\n")
            return filed(verb, *rest)

        here._store.file = late
        here.memories.join(other.path, into=one.path)
        told = "".join(kept.text for kept in there.memories.all())
        assert all(word in told for word in ("zebras", "Oslo", "Rome", "skis"))


@pytest.mark.parametrize("fault", ["same", "missing", "prose", "wings", "gone"])
def test_what_cannot_be_joined_is_refused_and_nothing_is_written(palace, fault):
    one, other = two_of_ana(palace)
    palace.memories.store("memory/letter.md", "Dear Ana,\n\nwe met.\n", wing="a")
    palace.memories.store("memory/b.md", "- Ana lives in Rome\n", wing="c")
    palace.memories.store("memory/c.md", "- Ana lives in Rome\n", wing="a")
    palace.memories.join("memory/c.md", into=other.path)
    before = palace.memories.all()
    pairs = {
        "same": (one.path, one.path), "missing": ("memory/none.md", one.path),
        "prose": ("memory/letter.md", one.path), "wings": ("memory/b.md", one.path),
        "gone": (one.path, "memory/c.md"),
    }  # fmt: skip
    path, into = pairs[fault]
    with pytest.raises((InvalidInput, NotFound)):
        palace.memories.join(path, into=into)
    assert palace.memories.all() == before


LINES = st.lists(
    st.builds(
        "{} {}".format,
        st.sampled_from(("Ana", "Bo", "Eva", "我")),
        st.sampled_from(
            ("lives in Rome", "lives in Oslo", "keeps bees", "keeps 3 bees", "é feliz", "喜欢茶")
        ),
    ),
    min_size=1,
    max_size=8,
)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(LINES, LINES)
def test_no_statement_is_lost_and_which_goes_into_which_makes_no_difference(
    tmp_path_factory, one, other
):
    texts = []
    with Palace.open(tmp_path_factory.mktemp("p") / "p.camillo", settings=Settings()) as palace:
        for wing in ("x", "y"):
            for name, lines in (("a", one), ("b", other)):
                text = "".join(f"- {line}\n" for line in lines)
                palace.memories.store(f"{wing}/{name}.md", text, wing=wing)
        for gone, kept in (("x/a.md", "x/b.md"), ("y/b.md", "y/a.md")):
            said = statements(palace, gone) | statements(palace, kept)
            joined = palace.memories.join(gone, into=kept)
            assert statements(palace, kept) == said
            texts.append(joined.text)
    assert texts[0] == texts[1]
