"""Why a database cannot be reached, in words of Camillo's own."""

import psycopg

#: What libpq says of each, or a server that speaks English; whatever else it says is told by its kind alone.
_KINDS = (
    (
        ("resolve host", "translate host name"),
        "its host is unknown",
        "see whether its name is right",
    ),
    (
        ("Connection refused", "No such file or directory"),
        "nobody answers at this address",
        "see whether it is running, and its host and port",
    ),
    (
        ('FATAL:  role "', "authentication failed", "pg_hba.conf", "no password supplied"),
        "it refuses the login",
        "see the role and its password (PGPASSWORD, ~/.pgpass)",
    ),
    (
        ('FATAL:  database "',),
        "it has none of this name, or that takes no connections",
        "see the name, or make it with createdb",
    ),
)


def why(error: psycopg.OperationalError) -> tuple[str, str]:
    """What is wrong and what mends it; nothing of the error's own words, which may hold parts of the address.

    >>> why(psycopg.OperationalError('connection failed: FATAL:  database "x" does not exist'))[0]
    'the database cannot be reached: it has none of this name, or that takes no connections'
    """
    said = "" if error.sqlstate else str(error)
    for signs, what, mend in _KINDS:
        if any(sign in said for sign in signs):
            return f"the database cannot be reached: {what}", mend
    return f"the database cannot be reached ({type(error).__name__})", "see whether it is running"
