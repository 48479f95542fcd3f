"""Context of a turn that is searched with it but is no part of its text: speaker and date."""

from functools import lru_cache

from camillo.domain.moment import Moment
from camillo.text.tokens import Terms, index_terms, merge

_MONTHS = "January February March April May June July August September October November December"


def context_terms(speaker: str, at: Moment | None, language: str | None = None) -> Terms:
    """Terms of who said it and when (its local day, ``8 May 2023``), to merge into a cut's own.

    >>> sorted(context_terms("Ana", Moment.parse("2023-05-08T13:56"), "pt").terms)
    ['2023', '8', 'ana', 'may']
    """
    return merge(
        [index_terms(speaker, language), _day(at)] if at else [index_terms(speaker, language)]
    )


def _day(at: Moment) -> Terms:
    local = at.to_datetime()
    return _date_words(local.year, local.month, local.day)


@lru_cache(maxsize=4_000)
def _date_words(year: int, month: int, day: int) -> Terms:
    return index_terms(f"{day} {_MONTHS.split()[month - 1]} {year}", None)


def embedding_text(speaker: str, text: str) -> str:
    """What a model reads of a turn: the speaker's name before the text.

    >>> embedding_text("Ana", "Olá"), embedding_text("", "Olá")
    ('Ana: Olá', 'Olá')
    """
    return f"{speaker}: {text}" if speaker else text
