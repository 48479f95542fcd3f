"""``camillo note watch``: what is on the watch list."""

from typing import TYPE_CHECKING, Any

from camillo.domain.errors import InvalidInput

if TYPE_CHECKING:
    from camillo.app.palace import Palace

#: How many words each verb takes, itself included.
_WORDS = {"add": 2, "remove": 2, "approve": 2, "list": 1}


def check(words: list[str]) -> None:
    """Refuse what is no verb, and words that are missing or too many.

    Raises:
        InvalidInput: it is not one of the four.
    """
    if _WORDS.get(words[0]) != len(words):
        raise InvalidInput(
            f"watch takes other words than {' '.join(words)!r}",
            "write `camillo note watch add URL`, or remove, approve or list",
        )


def watch(memory: "Palace", words: list[str], given: dict[str, Any]) -> object:
    """Add, remove or approve an address, or list them all."""
    verb, watchlist = words[0], memory.watchlist
    if verb == "list":
        return {"watched": watchlist.entries()}
    if verb == "add":
        rest = {"wing": given["wing"] or "", "tags": given["tag"], "hours": given["every"]}
        return {"watched": [watchlist.add(words[1], by=given["by"], **rest)]}
    act = watchlist.remove if verb == "remove" else watchlist.approve
    return {"watched": [act(words[1])]}
