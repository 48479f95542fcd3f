"""The embedded palace: one SQLite file per palace, read and written through apsw alone."""
