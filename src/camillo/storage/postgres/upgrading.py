"""Bringing a database to the newest schema: an administrator's work, one step at a time, under a lock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import psycopg

from camillo.domain.errors import CamilloError, NotFound, PalaceTooNew
from camillo.storage.postgres import reaching, schema
from camillo.storage.postgres.connection import patient
from camillo.storage.postgres.serving import tables

#: "Caml": what two administrators who come at the same time wait for.
_LOCK = 0x43616D6C


@dataclass(frozen=True, slots=True)
class Migration:
    """One step; one that was released never changes."""

    number: int
    statements: Callable[[], Sequence[str]]


MIGRATIONS = (
    Migration(1, schema.statements),
    Migration(2, schema.sealed),
    Migration(3, lambda: tables.statements(schema.APPLICATION)),
    Migration(4, tables.leases),
)

_FRAME = [
    "create schema if not exists camillo",
    "create table if not exists camillo.versions(version bigint primary key, at timestamptz not null)",
    "create table if not exists camillo.owners(owner bigint generated always as identity primary key,"
    " product bytea not null, sub bytea not null, unique (product, sub))",
    "alter table camillo.owners enable row level security",
    # Runs with the administrator's rights: the application cannot list owners, only ask for one.
    """
create or replace function camillo.owner_of(product bytea, sub bytea, make boolean) returns bigint
language plpgsql security definer set search_path = camillo, pg_temp as $$
declare found bigint;
begin
  select o.owner into found from owners o where o.product = owner_of.product and o.sub = owner_of.sub;
  if found is null and make then
    insert into owners(product, sub) values (owner_of.product, owner_of.sub) on conflict do nothing;
    select o.owner into found from owners o where o.product = owner_of.product and o.sub = owner_of.sub;
  end if;
  return found;
end $$
""",
    "revoke all on function camillo.owner_of(bytea, bytea, boolean) from public",
    f"grant execute on function camillo.owner_of(bytea, bytea, boolean) to {schema.APPLICATION}",
    f"grant usage on schema camillo to {schema.APPLICATION}",
    f"grant select on camillo.versions to {schema.APPLICATION}",
]


def newest() -> int:
    """The number of the newest schema this version knows."""
    return MIGRATIONS[-1].number


def migrate(admin_url: str, *, login: str | None = None) -> int:
    """Bring a database to the newest schema; returns its number.

    ``admin_url`` connects as a role that may create schemas and roles. ``login`` names a role that
    becomes a member of the application's role, and is what `camillo serve` should connect as.

    Raises:
        PalaceTooNew: a later version of Camillo has been here.
        NotFound: there is no role ``login``.
        CamilloError: the role may not do this, or the database cannot be reached.
    """
    try:
        with (
            psycopg.connect(patient(admin_url), autocommit=True) as connection,
            connection.transaction(),
        ):
            return _migrate(connection, login)
    except psycopg.errors.UndefinedObject as error:
        raise NotFound(
            f"the database has no role {login!r}", "create it first: create role ... login"
        ) from error
    except psycopg.errors.InsufficientPrivilege as error:
        raise CamilloError(
            "this role may not change the schema", "connect as the administrator of the database"
        ) from error
    except psycopg.OperationalError as error:
        raise CamilloError(*reaching.why(error)) from error


def _migrate(connection: "psycopg.Connection[tuple[object, ...]]", login: str | None) -> int:
    connection.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
    connection.execute("set local client_min_messages = warning")
    if not connection.execute(
        "select 1 from pg_roles where rolname = %s", (schema.APPLICATION,)
    ).fetchone():
        connection.execute(f"create role {schema.APPLICATION} nologin nobypassrls".encode())
    for statement in _FRAME:
        connection.execute(statement.encode())
    connection.execute("set local search_path = camillo")
    row = connection.execute("select coalesce(max(version), 0) from versions").fetchone()
    found = int(str(row[0])) if row else 0
    if found > newest():
        raise PalaceTooNew(
            f"the database has schema {found}, this Camillo knows {newest()}", "upgrade Camillo"
        )
    for step in MIGRATIONS:
        if step.number > found:
            for statement in step.statements():
                connection.execute(statement.encode())
            connection.execute("insert into versions values (%s, now())", (step.number,))
    if login is not None:
        member = psycopg.sql.SQL("grant {} to {}").format(
            psycopg.sql.Identifier(schema.APPLICATION), psycopg.sql.Identifier(login)
        )
        connection.execute(member)
    return newest()
