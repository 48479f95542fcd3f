"""Totals of a palace, its wings, and the turns that carry given meta values."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from camillo.domain.identity import decode_text
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import INT64
from camillo.storage.common.packing import dump_json, has_values
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.sources import room_name, wing_name
from camillo.storage.postgres.turns import unseal_meta
from camillo.storage.postgres.upgrading import newest

_DERIVED = "where owner = %(owner)s and generation = %(generation)s"
_QUERIES = {
    "sources": "select count(*) from sources where owner = %(owner)s",
    "unreachable": "select count(*) from sources where owner = %(owner)s and state = 'unreachable'",
    "conversations": "select count(*) from conversations where owner = %(owner)s",
    "documents": "select count(*) from documents where owner = %(owner)s",
    "redacted": "select count(redacted_at) from documents where owner = %(owner)s",
    "turns": "select count(*) from turns where owner = %(owner)s",
    "last_turn": "select coalesce(max(turn), 0) from turns where owner = %(owner)s",
    "wings": "select count(*) from wings where owner = %(owner)s",
    "rooms": "select count(*) from rooms where owner = %(owner)s",
    "bytes": "select coalesce(sum(size), 0)::bigint from documents where owner = %(owner)s",
    "drawers": f"select count(*) from drawers {_DERIVED}",
    "refined": f"select count(distinct drawer) from signs {_DERIVED}",
    "waiting": f"select count(*) from waiting {_DERIVED}",
    "tail": f"select count(*) from tail {_DERIVED}",
    "claims": f"select count(*) from claims {_DERIVED}",
    "links": f"select count(*) from links {_DERIVED}",
    "acts": "select count(*) from acts where owner = %(owner)s",
    "receipts": "select count(*) from receipts where owner = %(owner)s",
}


def read_counts(db: Db, generation: int) -> dict[str, int]:
    """How much there is of everything; ``unreachable`` counts sources, ``refined`` drawers."""
    row = db.one(
        f"select {', '.join(f'({sql})' for sql in _QUERIES.values())}", generation=generation
    )
    counts = dict(zip(_QUERIES, row or (), strict=True))
    return {**counts, "generation": generation, "schema": newest()}


def read_languages(db: Db, words: Words) -> dict[str, int]:
    """Turns by language, the most frequent first."""
    rows = db.every(
        "select language, count(*) from turns where owner = %(owner)s group by language"
    )
    named = {words.of(db, label): count for label, count in rows}
    named.pop("", None)
    return dict(sorted(named.items(), key=lambda each: (-each[1], each[0])))


def has_vectors(db: Db, generation: int) -> bool:
    """Whether any drawer has transformer vectors."""
    sql = "select 1 from signs where owner = %(owner)s and generation = %(generation)s limit 1"
    return db.one(sql, generation=generation) is not None


def read_vectors(db: Db, generation: int) -> dict[ModelCard, int]:
    """Drawers by the model that made their transformer vectors."""
    rows = db.every(
        "select m.name, m.sha256, m.dimension, m.tier, count(*) from signs s"
        " join models m using (owner, model) where s.owner = %(owner)s and s.generation = %(generation)s"
        " group by m.name, m.sha256, m.dimension, m.tier",
        generation=generation,
    )
    return {
        ModelCard(decode_text(name), decode_text(sha256), dimension, decode_text(tier)): count
        for name, sha256, dimension, tier, count in rows
    }


def read_wings(db: Db) -> list[dict[str, object]]:
    """Wings by name: ``wing``, ``turns``, ``newest`` (micros or None) and ``rooms`` with the same."""
    rows = db.every(
        "select w.wing, w.name, r.room, r.name, count(p.turn), max(t.at) from wings w"
        " left join rooms r on r.owner = w.owner and r.wing = w.wing"
        " left join placements p on p.owner = r.owner and p.room = r.room"
        " left join turns t on t.owner = p.owner and t.turn = p.turn"
        " where w.owner = %(owner)s group by w.wing, w.name, r.room, r.name"
    )
    turns: Counter[int] = Counter(
        dict(
            db.every(
                "select r.wing, count(distinct p.turn) from rooms r join placements p using (owner, room)"
                " where r.owner = %(owner)s group by r.wing"
            )
        )
    )
    names = {row[0]: wing_name(db, row[1], row[0]) for row in rows}
    rooms: dict[int, list[tuple[str, int, int | None]]] = {wing: [] for wing in names}
    for wing, _, room, name, count, newest_at in rows:
        if room is not None:
            rooms[wing].append((room_name(db, name, room), count, newest_at))
    return [
        {
            "wing": names[wing],
            "turns": turns[wing],
            "newest": max((at for _, _, at in rooms[wing] if at is not None), default=None),
            "rooms": [
                {"room": name, "turns": count, "newest": at}
                for name, count, at in sorted(rooms[wing], key=lambda each: each[0])
            ],
        }
        for wing in sorted(names, key=names.__getitem__)
    ]


def turns_where(db: Db, meta: Mapping[str, object]) -> INT64:
    """Turns whose meta has all these values, each by itself or in a list, ascending."""
    for value in meta.values():
        dump_json(value)  # what JSON cannot hold is refused, as it would be in a turn's meta
    rows = db.every("select turn, meta from metas where owner = %(owner)s order by turn")
    hits = []
    for turn, sealed in rows:
        held = unseal_meta(db, sealed, turn)
        if has_values(held, meta):
            hits.append(turn)
    return np.array(hits, np.int64)
