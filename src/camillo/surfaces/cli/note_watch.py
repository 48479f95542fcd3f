"""``camillo note watch``: what is on the watch list."""

from typing import TYPE_CHECKING, Any

from camillo.domain.errors import InvalidInput

if TYPE_CHECKING:
    from camillo.app.palace import Palace


def watch(memory: "Palace", words: list[str], given: dict[str, Any]) -> object:
    """Add, remove or approve an address, or list them all."""
    verb, watchlist = words[0], memory.watchlist
    if verb not in ("add", "list", "remove", "approve") or (verb == "list") != (len(words) == 1):
        raise InvalidInput(
            f"watch takes other words than {' '.join(words)!r}",
            "write `camillo note watch add URL`, or remove, approve or list",
        )
    if verb == "add":
        wing, hours = given["wing"] or "", given["every"]
        made = watchlist.add(words[1], wing=wing, tags=given["tag"], hours=hours, by=given["by"])
        return {"watched": [made]}
    if verb == "list":
        return {"watched": watchlist.entries()}
    return {
        "watched": [watchlist.remove(words[1]) if verb == "remove" else watchlist.approve(words[1])]
    }
