"""Every table of the store: partitioned by owner, owner first in every key and index, rows secured."""

#: Partitions of each table; on Citus each of them may live on another node.
PARTITIONS = 16
APPLICATION = "camillo_app"

_CANONICAL = """
palaces(palace uuid not null, tombstone_key bytea not null, live bigint not null, epoch bigint not null,
  seq bigint not null, drawer bigint not null | )
labels(label bigint not null, slot bigint not null, word bytea not null | label | slot)
sources(source bigint not null, kind bytea not null, slot bigint not null, uri bytea not null,
  state text not null check (state in ('present', 'unreachable', 'removed')),
  added_at bigint not null, seen_at bigint not null | source | slot)
wings(wing bigint not null, slot bigint not null, name bytea not null | wing | slot)
rooms(room bigint not null, wing bigint not null, slot bigint not null, name bytea not null
  | room | wing, slot)
mined(source bigint not null, slot bigint not null, asked bytea not null, wing bigint,
  fingerprint bytea not null, complete boolean not null | source, slot)
conversations(conversation bigint not null, source bigint not null, kind bytea not null,
  slot bigint not null, native bytea not null, turns bigint not null, title bytea
  | conversation | slot, kind)
documents(document bigint not null, address bytea not null check (length(address) = 32),
  encoding bigint, media_type bigint, size bigint not null, redacted_at bigint, content bytea not null
  | document)
turns(turn bigint not null, key bytea not null check (length(key) = 12), conversation bigint not null,
  position bigint not null, document bigint not null, current boolean not null, slot bigint not null,
  native bytea not null, speaker bigint not null, role bigint not null, part bigint not null,
  branch bigint not null, language bigint not null, at bigint, zone bigint, told bytea, parent bytea,
  receipt bigint not null | turn | key)
metas(turn bigint not null, meta bytea not null | turn)
placements(turn bigint not null, room bigint not null, hall bigint not null | turn, room)
tombstones(mac bytea not null, conversation bigint, shape text not null, length bigint | mac)
receipts(number bigint not null, verb bytea not null, at bigint not null, counts text not null,
  notes text | number)
models(model bigint not null, name bytea not null, sha256 bytea not null, dimension bigint not null,
  tier bytea not null | model | sha256, name)
generations(generation bigint not null,
  state text not null check (state in ('building', 'live', 'dropping')), done bigint not null,
  upto bigint not null, linked bigint not null, gisted bigint not null, evolved bigint not null
  | generation)
acts(number bigint not null, receipt bigint not null, at bigint not null, verb bytea not null,
  subject bytea not null, object bytea not null, s bigint, o bigint, payload bytea not null,
  redacted boolean not null | number)
notes(note bigint not null, native bytea not null, slug bytea not null, title bytea not null,
  path bytea not null, url bytea not null, shape bytea not null, layer bytea not null,
  version bigint not null, deleted boolean not null, turn bigint, native_slot bigint not null,
  slug_slot bigint not null, url_slot bigint, created bigint not null, changed bigint not null | note)
note_versions(note bigint not null, version bigint not null, verb bytea not null, slug bytea not null,
  title bytea not null, at bigint not null, turn bigint | note, version)
note_names(note bigint not null, kind bigint not null, slot bigint not null, name bytea not null
  | note, kind, slot)
note_edges(note bigint not null, start bigint not null, kind bytea not null, slot bigint not null,
  name bytea not null, target bytea not null | note, start, kind)
uses(turn bigint not null, count bigint not null, last bigint not null | turn)
"""

_DERIVED = """
drawers(generation bigint not null, drawer bigint not null, turn bigint not null,
  ordinal bigint not null, start bigint not null, stop bigint not null, length bigint not null,
  bits bytea, pieces bytea | generation, drawer)
blocks(generation bigint not null, term bytea not null, first bigint not null, size bigint not null,
  reach bigint not null, data bytea not null | generation, term, first)
tail(generation bigint not null, drawer bigint not null, terms bytea not null | generation, drawer)
waiting(generation bigint not null, drawer bigint not null | generation, drawer)
signs(generation bigint not null, seq bigint not null, drawer bigint not null, model bigint not null,
  bits bytea not null | generation, seq | drawer, model, generation)
dense(generation bigint not null, seq bigint not null, pooled bytea not null, codes bytea not null
  | generation, seq)
known(generation bigint not null, drawer bigint not null, data bytea not null | generation, drawer)
claims(generation bigint not null, claim bigint not null, drawer bigint not null,
  subject bigint not null, object bigint not null, start bigint not null, stop bigint not null,
  data bytea not null | generation, claim)
links(generation bigint not null, a bigint not null, kind bigint not null, b bigint not null,
  weight bigint not null | generation, a, kind, b)
gists(generation bigint not null, conversation bigint not null, first bigint not null,
  turns bigint not null, lines bytea | generation, conversation, first)
contexts(generation bigint not null, drawer bigint not null, version bigint not null,
  origin bigint not null, start bigint not null, stop bigint not null | generation, drawer, version)
"""

# Those of derived rows leave the generation out: there are two at the most, and an index that began as the
# key does would be mistaken for it where the server's statistics are old.
_INDEXES = """
documents: address
turns: conversation, position
turns: conversation, slot
turns: document
placements: room
tombstones: conversation
acts: s
acts: o
rooms: wing
notes: native_slot
notes: slug_slot
notes: url_slot
note_versions: turn
note_names: slot
note_edges: slot
drawers: turn
claims: drawer
claims: subject
claims: object
links: b
contexts: origin
"""

# What a row must find; nothing is ever taken away from under it.
_REFERENCES = """
rooms: wing: wings
conversations: source: sources
turns: conversation: conversations
turns: document: documents
placements: turn: turns
placements: room: rooms
"""


def _parsed(text: str) -> list[tuple[str, str, list[str]]]:
    """Name, columns, and keys (the primary one first) of each table written above."""
    found = []
    for table in text.strip().split("\n"):
        if not table.startswith(" "):
            found.append(table)
        else:
            found[-1] += " " + table.strip()
    made = []
    for table in found:
        name, rest = table[:-1].split("(", 1)
        columns, *keys = rest.split("|")
        made.append((name, columns.strip(), [key.strip() for key in keys]))
    return made


#: The names of all tables that hold rows of owners.
TABLES = tuple(name for name, _, _ in _parsed(_CANONICAL) + _parsed(_DERIVED))
#: Those of one generation of derived rows.
DERIVED = tuple(name for name, _, _ in _parsed(_DERIVED))


def statements() -> list[str]:
    """The statements that make the first schema, each run by the administrator."""
    made = []
    for name, columns, keys in _parsed(_CANONICAL) + _parsed(_DERIVED):
        given = [f"owner bigint not null, {columns}", _key("primary key", keys[0])]
        given += [_key("unique", key) for key in keys[1:]]
        made.append(f"create table {name}({', '.join(given)}) partition by hash (owner)")
        made += [
            f"create table {name}_p{part:02d} partition of {name}"
            f" for values with (modulus {PARTITIONS}, remainder {part})"
            for part in range(PARTITIONS)
        ]
        made += _secured(name)
    for table, column in _split(_INDEXES):
        made.append(f"create index on {table}(owner, {column})")
    for table, column, other in _split(_REFERENCES):
        made.append(
            f"alter table {table} add foreign key (owner, {column}) references {other}(owner, {column})"
        )
    return made + _GUARDS


def sealed() -> list[str]:
    """The statements by which words may be sealed with keys of their owners: see docs/internals/postgres.md."""
    return [
        "alter table palaces add column envelope bytea",
        "alter table documents drop constraint documents_address_check",
        "alter table turns drop constraint turns_key_check",
        "alter table receipts alter column notes type bytea using convert_to(notes, 'UTF8')",
    ]


def _split(text: str) -> list[list[str]]:
    return [line.split(": ") for line in text.strip().split("\n")]


def _key(kind: str, columns: str) -> str:
    return f"{kind} (owner, {columns})" if columns else f"{kind} (owner)"


def _secured(name: str) -> list[str]:
    """Rows are seen and written by their owner alone; partitions are reached through their table only."""
    mine = "owner = nullif(current_setting('camillo.owner', true), '')::bigint"
    parts = [f"{name}_p{part:02d}" for part in range(PARTITIONS)]
    return [
        f"alter table {each} enable row level security, force row level security"
        for each in (name, *parts)
    ] + [
        f"create policy own on {name} using ({mine}) with check ({mine})",
        f"grant select, insert, update, delete on {name} to {APPLICATION}",
    ]


# Canonical rows only ever grow. Redaction is one exception, and says so in the row; that an owner is deleted whole is
# the other, and is said for one transaction.
_GUARDS = [
    """
create function refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('camillo.erasing', true) = old.owner::text then
    return old;
  end if;
  raise exception '%', tg_argv[0] using errcode = 'integrity_constraint_violation';
end $$
"""
]
_GUARDS += [
    f"create trigger stay before delete on {table} for each row"
    f" execute function refuse('{table} are never deleted')"
    for table in ("documents", "turns", "receipts", "acts")
]
_GUARDS += [
    f"create trigger verbatim before update on {table} for each row when ({when})"
    f" execute function refuse('{why}')"
    for table, when, why in (
        (
            "documents",
            "(new.owner, new.document, new.size) is distinct from (old.owner, old.document, old.size)"
            " or new.redacted_at is null and"
            " (new.content, new.address) is distinct from (old.content, old.address)",
            "only a redaction changes a document",
        ),
        (
            "turns",
            "(new.owner, new.turn, new.key, new.conversation, new.position, new.slot, new.native,"
            " new.at, new.zone, new.told, new.speaker, new.role, new.part, new.branch, new.receipt)"
            " is distinct from (old.owner, old.turn, old.key, old.conversation, old.position, old.slot,"
            " old.native, old.at, old.zone, old.told, old.speaker, old.role, old.part, old.branch,"
            " old.receipt)",
            "turns are never rewritten",
        ),
        ("receipts", "true", "receipts are never rewritten"),
        (
            "acts",
            "not new.redacted or (new.owner, new.number, new.receipt, new.at, new.verb)"
            " is distinct from (old.owner, old.number, old.receipt, old.at, old.verb)",
            "only a redaction changes an act",
        ),
    )
]
