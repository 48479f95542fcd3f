"""What forgotten passages knew, and forgotten acts, leave the bytes of the file and its write-ahead log."""

import random
import re

import apsw
import pytest

from camillo.domain.drawer import Cut, Filed, Span
from camillo.domain.knowledge import Act, Cause, Claim, Link, Mention
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.rows import Redaction
from camillo.storage.sqlite.store import SqliteStore

# A canary stands in knowledge alone, so that only the new tables can give it away.
CANARY = rb"QZ[a-z]{12}"


def bytes_of(path):
    files = [path, path.with_name(f"{path.name}-wal")]
    return b"".join(each.read_bytes() for each in files if each.exists())


def word(rng):
    return "QZ" + "".join(rng.choices("bcdfghjklmnpqrstvwxz", k=12))


def make(number, names):
    turn = Turn.of_text(f"turn {number} says", kind="note", conversation="c", turn=str(number))
    end = len(turn.content)
    mentions = tuple(Mention(name.casefold(), name, name, 1, True) for name in names)
    claims = tuple(Claim(name, names[0], name, 0, end, rule=name) for name in names)
    terms = {"turn": 1, **{"@" + name: 1 for name in names}}
    cut = Cut(0, end, terms, 3, mentions=mentions, claims=claims, causes=(Cause(0, end, names[0]),))
    return Filed(turn, Place("orion"), (cut,))


@pytest.mark.parametrize(("count", "batch"), [(300, 1), (3000, 300)])
@pytest.mark.slow
def test_no_word_that_a_forgotten_drawer_knew_is_left(path, source, count, batch):
    rng = random.Random(count)
    names = {number: [word(rng) for _ in range(rng.randint(1, 4))] for number in range(count)}
    turns = [make(number, names[number]) for number in range(count)]
    store = SqliteStore.open(path, busy_seconds=5)
    for at in range(0, count, batch):
        store.file("mine", source, turns[at : at + batch])
        store.compact(force=rng.random() < 0.2)
    store.put_links([Link(n, n + 1, "similar") for n in range(1, count)], 0, count)
    doomed = rng.sample(range(count), count // 3)
    for at in range(0, len(doomed), 50):
        store.forget(
            [
                Redaction(Span(turns[number].turn.key, 0, len(turns[number].turn.content)), ())
                for number in doomed[at : at + 50]
            ]
        )
    left = set(re.findall(CANARY, bytes_of(path)))
    assert left == {
        name.encode() for n, each in names.items() if n not in set(doomed) for name in each
    }
    assert store.check() == []
    store.close()


def test_no_word_of_a_forgotten_act_is_left(path, source):
    rng = random.Random(7)
    store = SqliteStore.open(path, busy_seconds=5)
    words = [[word(rng) for _ in range(3)] for _ in range(400)]
    for subject, object, value in words:
        payload = {value: [value] * rng.randint(0, 9)}
        store.record("add", [Act("fact added", subject, object, payload)])
    doomed = rng.sample(range(400), 150)
    store.forget_acts([number + 1 for number in doomed])
    kept = {each.encode() for at, row in enumerate(words) if at not in doomed for each in row}
    assert set(re.findall(CANARY, bytes_of(path))) == kept
    with store.snapshot() as snapshot:
        assert len(snapshot.acts()) == 400
    assert store.check() == []
    store.close()


def test_a_quoted_line_leaves_the_acts_bytes_with_its_passage(store, path, source):
    text = "the code is QZxqzjwvkpxqzj for all"
    turn = Turn.of_text(text, kind="note", conversation="c", turn="1")
    store.file("mine", source, [Filed(turn, Place("w"), ())])
    act = Act("fact added", "code", text, {"quote": text.upper(), "deep": [{"k": text}]})
    store.record("add", [act])
    store.forget([Redaction(Span(turn.key, 0, len(text)), ())])
    assert b"xqzjwvkp" not in bytes_of(path).lower()


@pytest.mark.parametrize(
    "sql",
    [
        "delete from acts",
        "update acts set payload = x'7b7d20'",
        "update acts set verb = 'other', redacted = 1",
        "update acts set payload = x'7b7d', redacted = 1",
    ],
)
def test_acts_cannot_be_rewritten(store, sql):
    store.record("add", [Act("fact added", "ana", payload={"a": 1})])
    with pytest.raises(apsw.ConstraintError), store._session.exclusive() as db:
        db.execute(sql)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("update known_1 set data = x'ff41fe'", "cannot be read"),
        ("insert into known_1 values (9, x'ff41fefe02fe33')", "what it knows is not"),
        ("update claims_1 set end = 99", "does not lie in a drawer"),
        ("update claims_1 set drawer = 9", "does not lie in a drawer"),
        ("update claims_1 set subject = subject + 1", "not indexed by its words"),
        ("insert into links_1 values (1, 1, 9, 1)", "lead nowhere"),
        ("update generations set linked = 9", "mark lies beyond"),
        ("drop trigger acts_verbatim; update acts set s = 1", "not indexed by its keys"),
    ],
)
def test_what_does_not_agree_is_told(store, source, damage, said):
    store.file("mine", source, [make(1, ["Ana", "Bo"])])
    store.record("add", [Act("fact added", "ana")])
    assert store.check() == []
    with store._session.exclusive() as db:
        db.execute(damage)
    assert any(said in problem.what for problem in store.check())
