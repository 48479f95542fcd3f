"""Which transformer tier a palace gets: the English one, or the multilingual one where it is installed."""

from collections.abc import Mapping

from camillo.models.loading import multilingual_card
from camillo.ports.store import PalaceStore

#: The share of turns in other languages than English from which on the multilingual model is
#: chosen, and the share below which a palace that has its vectors leaves it again. They lie apart
#: because every change means that all drawers are refined anew.
_ENTERS, _LEAVES = 0.5, 0.25


def mostly_foreign(languages: Mapping[str, int], in_force: bool) -> bool:
    """Whether turns by language call for the multilingual model.

    >>> mostly_foreign({"zh": 60, "en": 40}, False), mostly_foreign({"zh": 40, "en": 60}, False)
    (True, False)
    >>> mostly_foreign({"zh": 40, "en": 60}, True), mostly_foreign({}, False)
    (True, False)
    """
    told = sum(languages.values())
    if not told:
        return in_force
    return 1 - languages.get("en", 0) / told > (_LEAVES if in_force else _ENTERS)


def multilingual_wanted(store: PalaceStore) -> bool:
    """Whether the multilingual model is installed and this palace is mostly not in English."""
    card = multilingual_card()
    if card is None:
        return False
    with store.snapshot() as snapshot:
        in_force = snapshot.vectors().get(card, 0) > 0
        return mostly_foreign(snapshot.languages(), in_force)
