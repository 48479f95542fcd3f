"""The contract of palace stores: derived tables are built anew beside the old and switched to."""

import numpy as np
import pytest

from camillo.domain.blanking import blank
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput
from camillo.ports.rows import Redaction


def build(store, hand, building, limit=2, rounds=99):
    for _ in range(rounds):
        turns = store.stored(building.done, limit)
        if not turns:
            break
        cuts = [(turn, hand.cuts(turn.content)) for turn in turns]
        building = store.extend_generation(building, cuts)
    return building


def recount(store, hand, terms):
    """Postings by (turn, start) as the stored texts themselves give them, and as the store has them."""
    with store.snapshot() as snapshot:
        columns = snapshot.columns(0)
        where = dict(
            zip(
                columns.drawer.tolist(),
                zip(columns.turn.tolist(), columns.start.tolist(), strict=True),
                strict=True,
            )
        )
        found = {
            term: sorted(
                (where[d], c) for d, c in zip(p.drawer.tolist(), p.count.tolist(), strict=True)
            )
            for term, p in snapshot.postings(terms).items()
        }
    wanted = {}
    for turn in store.stored(0, 10_000):
        for cut in hand.cuts(turn.content):
            for term, count in cut.terms.items():
                if term in terms:
                    wanted.setdefault(term, []).append(((turn.number, cut.start), count))
    return found, {term: sorted(rows) for term, rows in wanted.items()}


@pytest.fixture
def filled(store, source, hand):
    turns = [hand.filed(f"word{n} common\nline", turn=str(n)) for n in range(7)]
    store.file("mine", source, turns)
    return turns


TERMS = ["common", "line", "late", "secret", *(f"word{n}" for n in range(7))]


def test_a_rebuild_finds_the_same_and_keeps_the_vectors(store, hand, model, filled):
    store.put_vectors(model, [hand.vector(n) for n in range(1, 11)])
    with store.snapshot() as snapshot:
        before, epoch = snapshot.columns(0), snapshot.tick().epoch
    receipt = store.switch_generation(build(store, hand, store.begin_generation()))
    assert receipt.verb == "rebuild" and receipt.counts["drawers"] == 14
    with store.snapshot() as snapshot:
        after = snapshot.columns(0)
        assert after.turn.tolist() == before.turn.tolist()
        assert not set(after.drawer.tolist()) & set(before.drawer.tolist())
        assert snapshot.tick().epoch > epoch
        kept = snapshot.dense(after.drawer.tolist(), model)
        assert len(kept) == 10
        assert np.array_equal(kept[int(after.drawer[0])].pooled, hand.vector(1).pooled)
        assert snapshot.signs(0, model).drawer.tolist() == after.drawer[:10].tolist()
    assert len(store.pending(model, 99)) == 4
    found, wanted = recount(store, hand, TERMS)
    assert found == wanted
    assert store.check() == []


def test_a_build_that_was_left_is_taken_up_by_the_next(open_store, hand, filled):
    first = open_store()
    half = build(first, hand, first.begin_generation(), rounds=2)
    assert half.done == 4
    first.close()
    second = open_store()
    assert second.begin_generation() == half
    second.switch_generation(build(second, hand, second.begin_generation()))
    assert second.check() == []


def test_turns_filed_and_forgotten_during_a_build_are_right_in_both(
    store, source, hand, model, filled
):
    building = build(store, hand, store.begin_generation(), rounds=2)
    late = [hand.filed("late common", turn="late"), hand.filed("late secret\nline", turn="later")]
    store.file("mine", source, late)
    for filed, part in ((filled[0], b"word0"), (filled[6], b"word6"), (late[1], b"secret")):
        content = filed.turn.content
        start = content.index(part)
        span = Span(filed.turn.key, start, start + len(part))
        left = blank(content, "utf-8", span.start, span.end)
        store.forget([Redaction(span, hand.cuts(left))])
    store.put_vectors(model, [hand.vector(each.drawer) for each in store.pending(model, 99)])
    assert store.check() == []
    store.switch_generation(build(store, hand, building))
    found, wanted = recount(store, hand, TERMS)
    assert found == wanted and "word0" not in found and "secret" not in found and "late" in found
    assert store.check() == []


def test_cuts_of_a_text_that_was_forgotten_meanwhile_are_not_filed(store, hand, filled):
    building = store.begin_generation()
    turns = store.stored(0, 7)
    cuts = [(turn, hand.cuts(turn.content)) for turn in turns]
    content = filled[3].turn.content
    left = blank(content, "utf-8", 0, 5)
    store.forget([Redaction(Span(filled[3].turn.key, 0, 5), hand.cuts(left))])
    building = store.extend_generation(building, cuts)
    assert building.done == 3
    store.switch_generation(build(store, hand, building))
    found, wanted = recount(store, hand, TERMS)
    assert found == wanted and "word3" not in found


def test_two_builders_do_not_file_the_same_turns(store, hand, filled):
    building = store.begin_generation()
    cuts = [(turn, hand.cuts(turn.content)) for turn in store.stored(0, 3)]
    ahead = store.extend_generation(building, cuts)
    assert store.extend_generation(building, cuts) == ahead
    store.switch_generation(build(store, hand, ahead))
    found, wanted = recount(store, hand, TERMS)
    assert found == wanted


def test_a_generation_that_is_not_whole_is_not_switched_to(store, hand, filled):
    building = build(store, hand, store.begin_generation(), rounds=1)
    with pytest.raises(InvalidInput):
        store.switch_generation(building)
    with store.snapshot() as snapshot:
        assert snapshot.counts()["generation"] < building.generation
        assert len(snapshot.columns(0).drawer) == 14


def test_a_vector_made_for_the_old_generation_hits_no_drawer_of_the_new(store, hand, model, filled):
    old = store.pending(model, 99)
    store.switch_generation(build(store, hand, store.begin_generation()))
    assert store.put_vectors(model, [hand.vector(each.drawer) for each in old]) == 0
    assert len(store.pending(model, 99)) == len(old)
