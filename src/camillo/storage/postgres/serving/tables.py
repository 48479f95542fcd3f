"""The tables of servers' own records: a schema apart from the palaces', of no owner's partition."""

SCHEMA = "camillo_server"

_TABLES = """
own(one boolean primary key default true check (one), envelope bytea, secret bytea not null)
keys(id bytea primary key, product bytea not null, sub bytea not null, name bytea not null,
  scopes bytea not null, digest bytea not null, created float8 not null, expires float8 not null,
  revoked float8 not null)
shares(id bytea primary key, product bytea not null, sub bytea not null, wing bigint not null,
  role text not null check (role in ('reader', 'writer', 'admin')), name bytea not null,
  digest bytea not null, created float8 not null, lapses float8 not null, expires float8 not null,
  taker_product bytea, taker bytea, bound bytea, accepted float8 not null, ended float8 not null,
  via bytea not null)
revoked(proof bytea primary key, until float8 not null)
answers(id bytea primary key, asked bytea not null, begun float8 not null, status bigint, sealed bytea,
  product bytea not null, sub bytea not null)
watching(product bytea not null, sub bytea not null, due float8 not null, primary key (product, sub))
"""

_INDEXES = """
keys(product, sub, created)
shares(product, sub, created)
shares(taker_product, taker, created)
revoked(until)
answers(begun)
answers(product, sub)
watching(due)
"""


def leases() -> list[str]:
    """The statements by which writes under way have a holder, and a time until which nobody else does them."""
    return [
        f"alter table {SCHEMA}.answers add column holder bytea not null default ''",
        f"alter table {SCHEMA}.answers add column until float8 not null default 0",
    ]


def statements(application: str) -> list[str]:
    """The statements that make the tables, run by the administrator; ``application`` is who uses them."""
    tables = _TABLES.strip().replace("\n  ", " ").split("\n")
    return [
        f"create schema {SCHEMA}",
        *(f"create table {SCHEMA}.{table}" for table in tables),
        *(f"create index on {SCHEMA}.{index}" for index in _INDEXES.strip().split("\n")),
        # Whatever a database grants by default: nobody else reads whose keys there are.
        f"revoke all on all tables in schema {SCHEMA} from public",
        f"revoke all on schema {SCHEMA} from public",
        f"grant usage on schema {SCHEMA} to {application}",
        f"grant select, insert, update, delete on all tables in schema {SCHEMA} to {application}",
    ]
