"""Arrays that are read in many statements are those that the rows hold one by one."""

import numpy as np
import pytest

from camillo.domain.drawer import Cut, Filed, Span
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import Redaction, Vector
from camillo.storage.postgres import bulk
from camillo.storage.postgres.connection import Db

from .conftest import SOURCE

CARD = ModelCard("made up", "00", 384, "transformer")
KEY = bytes(range(32))


def turns():
    """Eight turns: pieces of another length each, and every third without signs of the static tier."""
    for at in range(8):
        given = Turn.of_text(f"words {at}", kind="note", conversation=f"c{at % 3}", turn=str(at))
        bits = b"" if at % 3 == 2 else bytes([at + 1]) * 48
        pieces = np.arange(at, dtype="<u2").tobytes()
        cut = Cut(0, len(given.content), {f"t{at}": 1}, 2, pieces, bits)
        yield Filed(given, Place("orion"), (cut,))


def vector(drawer):
    signs = np.full(48, drawer, np.uint8)
    return Vector(drawer, np.full(384, 3, np.int8), signs, np.zeros((1, 24), np.uint8))


@pytest.fixture(params=[None, KEY], ids=["plain", "sealed"])
def store(open_owner, request):
    """Eight drawers but the fourth, of which the first two and the last have vectors."""
    key = request.param
    made = open_owner(keys=None if key is None else lambda: [key])
    made.file("mine", SOURCE, list(turns()))
    made.put_vectors(CARD, [vector(drawer) for drawer in (1, 2, 4, 8)])
    gone = list(turns())[3].turn
    made.forget([Redaction(Span(gone.key, 0, len(gone.content)), ())])
    return made


@pytest.mark.parametrize("span", [1, 3, 8_000])
def test_each_row_is_read_once_however_many_statements_it_takes(store, monkeypatch, span):
    monkeypatch.setattr(bulk, "_SPAN", span)
    with store.snapshot() as snapshot:
        columns, signs = snapshot.columns(0), snapshot.signs(0, CARD)
    kept = [at for at in range(8) if at != 3]
    assert columns.drawer.tolist() == [at + 1 for at in kept]
    assert columns.position.tolist() == [at // 3 for at in kept]
    assert columns.bits[:, 0].tolist() == [0 if at % 3 == 2 else at + 1 for at in kept]
    ends = zip(columns.piece_at, columns.piece_at[1:], strict=False)
    assert [columns.pieces[a:b].tolist() for a, b in ends] == [list(range(at)) for at in kept]
    assert signs.drawer.tolist() == [1, 2, 8]
    assert signs.bits[:, 47].tolist() == [1, 2, 8]


def test_nothing_is_read_again_after_the_last_row(store):
    with store.snapshot() as snapshot:
        last = int(snapshot.columns(0).drawer[-1])
        assert snapshot.columns(last - 1).drawer.tolist() == [last]
        signs = snapshot.signs(0, CARD)
        again, none = snapshot.signs(signs.last, CARD), snapshot.columns(last)
    assert not len(none.drawer) and none.piece_at.tolist() == [0] and none.bits.shape == (0, 48)
    assert again.last == signs.last and again.bits.shape == (0, 48)


def test_one_statement_reads_no_more_rows_than_it_spans(store, monkeypatch):
    monkeypatch.setattr(bulk, "_SPAN", 2)
    answered, one = [], Db.one

    def watched(self, sql, **given):
        row = one(self, sql, **given)
        if "string_agg" in sql and "from drawers" in sql:
            answered.append(len(row[0] or b"") // (7 * 8))
        return row

    monkeypatch.setattr(Db, "one", watched)
    with store.snapshot() as snapshot:
        snapshot.columns(0)
    assert answered == [2, 1, 2, 2]
