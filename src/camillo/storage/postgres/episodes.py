"""The half of a snapshot and of a store that episodes, gists and contexts use."""

from collections.abc import Mapping, Sequence

from camillo.ports.episodes import ContextRow, GistRow, Talk, TalkTurn
from camillo.storage.postgres import gists, talks
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.linking import read_mark
from camillo.storage.postgres.session import Session
from camillo.storage.postgres.turns import find_turns, last_turn


class EpisodeReader:
    """Implements :class:`camillo.ports.episodes.EpisodeReads` inside one read transaction."""

    _db: Db
    _words: Words
    _live: int
    _key: bytes

    def talks(self, wing: str | None = None) -> list[Talk]:
        """Conversations of two turns or more, the newest first."""
        return talks.read_talks(self._db, self._key, wing)

    def talk_turns(self, conversations: Sequence[int]) -> list[TalkTurn]:
        """The current turns of conversations, in order."""
        return talks.read_talk_turns(self._db, self._words, conversations)

    def talks_of(self, turns: Sequence[int]) -> dict[int, int]:
        """The conversations of turns."""
        return talks.read_talks_of(self._db, turns)

    def talks_after(self, turn: int, upto: int) -> list[int]:
        """Conversations with turns between two numbers, and those whose gists wait."""
        return gists.read_waiting(self._db, self._live, turn, upto)

    def last_turn(self) -> int:
        """The number of the last turn."""
        return last_turn(self._db)

    def turn_numbers(self, keys: Sequence[bytes]) -> dict[bytes, int]:
        """Numbers of turns by key."""
        return find_turns(self._db, keys)

    def drawers_of(self, turns: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """The live drawers of turns."""
        return talks.read_drawers_of(self._db, self._live, turns)

    def gists(self, conversations: Sequence[int]) -> list[GistRow]:
        """Gists of conversations."""
        return gists.read_gists(self._db, self._live, conversations)

    def gisted(self) -> int:
        """The mark of gists."""
        return read_mark(self._db, self._live, "gisted")

    def contexts(self, drawers: Sequence[int]) -> list[ContextRow]:
        """Refreshes of drawers' contexts."""
        return gists.read_contexts(self._db, self._live, "drawer", drawers)

    def contexts_from(self, origins: Sequence[int]) -> list[ContextRow]:
        """Refreshes that came from drawers."""
        return gists.read_contexts(self._db, self._live, "origin", origins)

    def evolved(self) -> int:
        """The mark of contexts."""
        return read_mark(self._db, self._live, "evolved")


class EpisodeWriter:
    """Implements :class:`camillo.ports.episodes.EpisodeWrites`, each write one transaction."""

    _session: Session

    def put_gists(self, given: Mapping[int, Sequence[GistRow]], after: int, upto: int) -> bool:
        """Replace gists and move their mark."""
        with self._session.writing() as writing:
            return gists.put_gists(writing, given, after, upto)

    def put_contexts(self, rows: Sequence[ContextRow], after: int, upto: int) -> bool:
        """File refreshes and move their mark."""
        with self._session.writing() as writing:
            return gists.put_contexts(writing, rows, after, upto)

    def drop_contexts(self, rows: Sequence[ContextRow]) -> int:
        """Take refreshes away."""
        with self._session.writing() as writing:
            return gists.drop_rows(writing, rows)
