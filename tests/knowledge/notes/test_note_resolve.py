"""A link means the note that Obsidian would open, whatever the order in which notes were learnt."""

from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.notes.resolve import Named, Names, keys_of, name_key, names, rank

_NOTES = [
    Named(1, "oauth", "OAuth and PKCE", aliases=("Sign-in", "PKCE"), path="auth/oauth.md"),
    Named(2, "pkce", "The PKCE page", path="deep/down/pkce.md"),
    Named(3, "2026-01-02-0a1b2c3d", "知识库", path="2026-01-02-0a1b2c3d.md"),
    Named(4, "plan-2", "Plan", path="x/Plan.md"),
    Named(5, "plan", "The plan", path="a/b/Plan.md"),
    Named(6, "other", "Other", aliases=("plan",)),
]


def test_the_stronger_name_wins() -> None:
    index = Names(_NOTES)
    for target, note in {
        "oauth": 1,
        "OAUTH": 1,
        "kb:oauth": 1,
        "KB: OAuth": 1,
        "auth/oauth.md": 1,
        "oauth and  pkce": 1,
        "sign-in": 1,
        "PKCE": 2,
        "down/pkce": 2,
        "./deep/down/PKCE.md": 2,
        "知识库": 3,
        "plan": 5,
        "b/plan": 5,
        "x/plan": 4,
        "other": 6,
    }.items():
        found = index.resolve(target)
        assert found is not None, target
        assert found.note == note, target
    for target in ("nothing", "", "kb:", "auth", "down", "th/oauth"):
        assert index.resolve(target) is None


def test_the_shortest_path_wins_a_tie() -> None:
    index = Names([Named(1, "a", "Same", path="z/a.md"), Named(2, "b", "same", path="b.md")])
    assert index.resolve("SAME").note == 2
    index.put(Named(3, "c", "Same", path="a.md"))
    assert index.resolve("same").note == 3


def test_relative_targets_start_at_their_note() -> None:
    index = Names([Named(1, "a", "A", path="x/a.md"), Named(2, "b", "B", path="y/a.md")])
    assert index.resolve("a.md", "y/day.md").note == 2
    assert index.resolve("../x/a.md", "y/day.md").note == 1
    assert index.resolve("/x/a.md", "y/day.md").note == 1
    assert keys_of("../../../../a.md", "x/y.md") == ("a",)


def test_a_changed_note_answers_to_its_new_names_alone() -> None:
    index = Names(_NOTES)
    index.put(Named(1, "login", "Login"))
    assert index.resolve("oauth") is None
    assert index.resolve("login").note == 1
    index.drop(1)
    index.drop(1)
    assert index.resolve("login") is None


@given(st.text(max_size=40))
def test_folding_twice_is_folding_once(target: str) -> None:
    assert name_key(name_key(target)) == name_key(target)
    assert name_key(target.upper()) == name_key(name_key(target).upper())


_NAMES = st.sampled_from(["a", "A", "b", "ß", "ss", "c d", "é", "e\u0301", "x/a", "kb:a"])
_NAMED = st.builds(
    lambda slug, title, aliases, path: (slug, title, tuple(aliases), path),
    _NAMES,
    _NAMES,
    st.lists(_NAMES, max_size=2),
    st.sampled_from(["", "a.md", "x/a.md", "y/b.md"]),
)


@given(st.lists(_NAMED, max_size=8), st.randoms(use_true_random=False), _NAMES)
def test_the_order_of_learning_does_not_matter(given_notes, random, target) -> None:
    notes = [
        Named(at, slug, title, "page", aliases, path)
        for at, (slug, title, aliases, path) in enumerate(given_notes)
    ]
    shuffled = notes[:]
    random.shuffle(shuffled)
    found, again = Names(notes).resolve(target), Names(shuffled).resolve(target)
    assert (found is None) == (again is None)
    if found and again:
        assert (found.slug, found.path) == (again.slug, again.path)
        kinds = {name.key: name.kind for name in names(found)}
        mine = rank(kinds[name_key(target)], found.slug, found.path)
        for other in notes:
            theirs = {name.key: name.kind for name in names(other)}
            if name_key(target) in theirs:
                assert mine <= rank(theirs[name_key(target)], other.slug, other.path)
