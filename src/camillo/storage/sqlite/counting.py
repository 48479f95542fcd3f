"""Totals of a palace, its wings, and the turns that carry given meta values."""

from collections.abc import Mapping

import apsw
import numpy as np

from camillo.ports.embedder import ModelCard
from camillo.ports.rows import INT64
from camillo.storage.common.packing import dump_json, has_values, unpack_meta, unpack_text
from camillo.storage.sqlite.connection import every, one
from camillo.storage.sqlite.upgrading import version


def read_counts(db: apsw.Connection, generation: int) -> dict[str, int]:
    """How much there is of everything; ``unreachable`` counts sources, ``refined`` drawers."""
    queries = {
        "sources": "select count(*) from sources",
        "unreachable": "select count(*) from sources where state = 'unreachable'",
        "conversations": "select count(*) from conversations",
        "documents": "select count(*) from documents",
        "redacted": "select count(*) from redactions",
        "turns": "select count(*) from turns",
        "last_turn": "select ifnull(max(turn), 0) from turns",
        "wings": "select count(*) from wings",
        "rooms": "select count(*) from rooms",
        "bytes": "select ifnull(sum(length(content)), 0) from documents",
        "drawers": f"select count(turn) from drawers_{generation}",
        "refined": f"select count(distinct drawer) from signs_{generation}",
        "waiting": f"select count(*) from waiting_{generation}",
        "tail": f"select count(*) from tail_{generation}",
        "claims": f"select count(drawer) from claims_{generation}",
        "links": f"select count(*) from links_{generation}",
        "acts": "select count(*) from acts",
        "receipts": "select count(*) from receipts",
    }
    counts = {}
    for name, sql in queries.items():
        row = one(db, sql)
        counts[name] = int(row[0]) if row else 0
    counts["generation"] = generation
    counts["schema"] = version(db)
    return counts


def read_languages(db: apsw.Connection) -> dict[str, int]:
    """Turns by language, the most frequent first."""
    rows = every(
        db,
        "select l.word, count(*) from turns t join labels l on l.label = t.language"
        " group by t.language order by count(*) desc, l.word",
    )
    return {name: count for word, count in rows if (name := unpack_text(word))}


def has_vectors(db: apsw.Connection, generation: int) -> bool:
    """Whether any drawer has transformer vectors."""
    sql = f"select 1 from signs_{generation} where drawer is not null limit 1"
    return one(db, sql) is not None


def read_vectors(db: apsw.Connection, generation: int) -> dict[ModelCard, int]:
    """Drawers by the model that made their transformer vectors."""
    rows = every(
        db,
        "select m.name, m.sha256, m.dimension, m.tier, count(s.drawer)"
        f" from signs_{generation} s join models m on m.model = s.model"
        " where s.drawer is not null group by s.model",
    )
    return {ModelCard(*card): count for *card, count in rows}


def read_wings(db: apsw.Connection) -> list[dict[str, object]]:
    """Wings by name: ``wing``, ``turns``, ``newest`` (micros or None) and ``rooms`` with the same."""
    rows = every(
        db,
        "select w.name, r.name, count(p.turn), max(t.at) from wings w"
        " left join rooms r on r.wing = w.wing left join placements p on p.room = r.room"
        " left join turns t on t.turn = p.turn group by w.wing, r.room order by w.name, r.name",
    )
    turns: dict[str, int] = dict(
        every(
            db,
            "select w.name, count(distinct p.turn) from wings w join rooms r on r.wing = w.wing"
            " join placements p on p.room = r.room group by w.wing",
        )
    )
    wings: dict[str, list[dict[str, object]]] = {}
    for wing, room, count, newest in rows:
        rooms = wings.setdefault(wing, [])
        if room is not None:
            rooms.append({"room": room, "turns": count, "newest": newest})
    return [
        {
            "wing": wing,
            "turns": turns.get(wing, 0),
            "newest": max((n for r in rooms if isinstance(n := r["newest"], int)), default=None),
            "rooms": rooms,
        }
        for wing, rooms in wings.items()
    ]


def turns_where(db: apsw.Connection, meta: Mapping[str, object]) -> INT64:
    """Turns whose meta has all these values, each by itself or in a list, ascending."""
    # Meta is written in one fixed form, so a wanted pair is a substring of every row that has it.
    pairs = [f"{dump_json(key)}:{dump_json(value)}" for key, value in meta.items()]
    lists = [f"{dump_json(key)}:[" for key in meta]
    wanted = "".join(" and (instr(meta, ?) > 0 or instr(meta, ?) > 0)" for _ in pairs)
    given = [each for pair in zip(pairs, lists, strict=True) for each in pair]
    rows = db.execute(f"select turn, meta from metas where true{wanted} order by turn", given)
    hits = []
    for turn, packed in rows:
        held = unpack_meta(packed)
        if has_values(held, meta):
            hits.append(turn)
    return np.array(hits, np.int64)
