"""From what the palace holds to what an agent reads: typed, inert, fenced, within a budget."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from camillo.surfaces.mcp import answers
from camillo.surfaces.mcp.fitting import exact, fitted, shown_within
from camillo.surfaces.mcp.marks import MARK
from camillo.text.budget import tokens
from camillo.text.fence import NOTICE, fenced, label
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.diary import Entry
    from camillo.domain.remembered import Remembered
    from camillo.domain.report import Receipt
    from camillo.domain.search import Found, Hit, Memory, Superseded
    from camillo.domain.wakeup import WakeUp

_EXCERPT = 120
#: The origin of what was captured, and of what lies in a wing that another user shares.
WEB, SHARE = "web", "share"


def found(result: "Found", offset: int, limit: int, budget: int) -> tuple[answers.Found, str]:
    """The hits from ``offset`` on, at most ``limit``, that fit in a budget of tokens; and their text.

    The first hit is always given, cut if need be; labels count as well as text.
    """
    wanted = result.results[offset : offset + limit]
    hits: list[answers.Hit] = []
    blocks: list[str] = []
    left = budget - tokens(NOTICE)
    for one in wanted:
        hit, block = _fitted(one, left, must=not hits)
        if hit is None:
            break
        hits.append(hit)
        blocks.append(block)
        left -= tokens(block)
    flags = [flag for flag in result.flags if flag not in ("limit", "budget")]
    answer = answers.Found(
        notice=NOTICE,
        results=hits,
        has_more=len(result.results) > offset + len(hits),
        searched=result.searched,
        flags=flags,
    )
    return answer, "\n".join([_summary(answer, offset), *blocks])


def _summary(answer: answers.Found, offset: int) -> str:
    flags = f" ({', '.join(answer.flags)})" if answer.flags else ""
    if not answer.results:
        return f"Nothing found; {answer.searched} drawers searched{flags}."
    more = f" There is more: offset={offset + len(answer.results)}." if answer.has_more else ""
    shown = f"Passages: {len(answer.results)}, of {answer.searched} drawers searched{flags}."
    return f"{shown}{more} {NOTICE}"


def _fitted(one: "Hit", budget: int, *, must: bool) -> tuple[answers.Hit | None, str]:
    """A hit as it fits in what is left of the budget; None where no useful part does."""
    text = exact(one.text)
    hit = answers.Hit(
        id=one.id,
        text=text,
        score=round(one.score, 3),
        wing=exact(one.wing),
        room=exact(one.room),
        hall=exact(one.hall),
        at=exact(one.at or ""),
        speaker=exact(one.speaker or one.role),
        source=exact(one.source),
        title=exact(one.title),
        origin=_origin_of(one),
        escaped=text != one.text,
        superseded=[exact(inert_line(_no_longer(each))) for each in one.superseded],
    )
    origin = _origin(hit) | {"score": f"{hit.score:.2f}", "no_longer": "; ".join(hit.superseded)}
    fit = fitted(one.text, origin, budget, must=must)
    if fit is None:
        return None, ""
    hit.text, hit.truncated, block = fit
    return hit, block


def _no_longer(one: "Superseded") -> str:
    """What no longer holds, and what holds in its stead."""
    return one.fact.words + (f" (now: {one.by.words})" if one.by else "")


def _origin(one: answers.Placed) -> dict[str, str]:
    place = " / ".join(filter(None, (one.wing, one.room, one.hall)))
    return {
        "id": one.id,
        "place": place,
        "at": one.at,
        "speaker": one.speaker,
        "source": one.source,
        "title": one.title,
        "origin": one.origin,
    }


def _origin_of(one: "Hit | Memory") -> str:
    """``web`` for a text that was taken from the web, which has the lowest trust; ``share`` for another user's."""
    from camillo.domain.origin import from_web

    web = [WEB] if from_web(one.source_kind, one.meta) else []
    return ", ".join([*web, *([SHARE] if one.id.startswith(MARK) else [])])


def whole(memory: "Memory", offset: int, budget: int) -> tuple[answers.Text, str]:
    """One text from a character on, as far as the budget goes, then its neighbours, nearest first."""
    part = shown_within(memory.text[offset:], budget)
    end = offset + len(part)
    text = exact(part)
    answer = answers.Text(
        **_placed(memory),
        notice=NOTICE,
        text=text,
        characters=len(memory.text),
        has_more=end < len(memory.text),
        next_offset=end if end < len(memory.text) else 0,
        escaped=text != part,
        role=exact(memory.turn.role),
        conversation=exact(memory.conversation),
        document=memory.document,
        media_type=exact(memory.media_type),
        bytes=len(memory.content),
        meta=_plain_meta(memory.meta),
        replaced=not memory.current,
    )
    _beside(answer, memory, budget - tokens(part))
    return answer, _told(answer)


def _beside(answer: answers.Text, memory: "Memory", left: int) -> None:
    """Add neighbours: the nearest get the rest of the budget first, the farthest may get none."""
    before, after = list(memory.before)[::-1], list(memory.after)
    for distance in range(max(len(before), len(after))):
        for side, into, first in ((before, answer.before, True), (after, answer.after, False)):
            if distance < len(side):
                one = _neighbour(side[distance], left)
                left -= max(1, tokens(one.text))
                into.insert(0, one) if first else into.append(one)


def _neighbour(memory: "Memory", left: int) -> answers.Neighbour:
    part = shown_within(memory.text, left)
    return answers.Neighbour(
        id=memory.id,
        at=exact(memory.turn.at or ""),
        speaker=exact(memory.turn.speaker or memory.turn.role),
        text=exact(part),
        truncated=part != memory.text,
        origin=_origin_of(memory),
    )


def _told(answer: answers.Text) -> str:
    more = f" It goes on at offset={answer.next_offset}." if answer.has_more else ""
    lines = [f"{answer.characters} characters.{more} {NOTICE}"]
    if not answer.characters:
        lines[0] = (
            f"{answer.bytes} bytes of {label(answer.media_type)};"
            f" read the resource camillo://drawer/{answer.id}"
        )
    lines += [_beside_told(one, "before") for one in answer.before]
    lines.append(fenced(answer.text, _origin(answer)))
    lines += [_beside_told(one, "after") for one in answer.after]
    return "\n".join(lines)


def _beside_told(one: answers.Neighbour, side: str) -> str:
    cut_short = "yes" if one.truncated else ""
    origin = {"id": one.id, "stands": side, "at": one.at, "speaker": one.speaker}
    return fenced(one.text, origin | {"origin": one.origin, "truncated": cut_short})


def _placed(memory: "Memory") -> dict[str, Any]:
    return {
        "id": memory.id,
        "wing": exact(memory.wing),
        "room": exact(memory.room),
        "hall": exact(memory.hall),
        "at": exact(memory.turn.at or ""),
        "speaker": exact(memory.turn.speaker or memory.turn.role),
        "source": exact(memory.source),
        "title": exact(memory.title),
        "origin": _origin_of(memory),
    }


def _plain_meta(meta: Mapping[str, object]) -> dict[str, object]:
    return {exact(str(name)): _plain(value) for name, value in meta.items()}


def _plain(value: object) -> object:
    if isinstance(value, str):
        return exact(value)
    if isinstance(value, Mapping):
        return _plain_meta(value)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if value is None or isinstance(value, bool | int | float) else exact(str(value))


def page(memory: "Memory") -> str | bytes:
    """A text fenced and labelled for a prompt; the exact bytes of what is no text."""
    if memory.encoding is None:
        return memory.content
    return f"{NOTICE}\n{fenced(memory.text, _origin(answers.Placed(**_placed(memory))))}"


def receipt(made: "Receipt") -> answers.Receipt:
    """The proof of a write."""
    return answers.Receipt(
        number=made.number,
        at=made.at,
        counts=dict(made.counts),
        notes=[exact(note) for note in made.notes],
    )


def doomed(
    memories: "Iterable[Memory]", redact: Callable[[str], str]
) -> tuple[answers.Forgotten, str]:
    """What forgetting would remove: where each text lies and how it begins, without secrets."""
    rows = [
        answers.Doomed(
            **{**_placed(one), "title": exact(redact(one.title))},
            bytes=len(one.content),
            excerpt=exact(" ".join(redact(one.text[: 8 * _EXCERPT]).split())[:_EXCERPT]),
        )
        for one in memories
    ]
    head = (
        f"Dry run: {len(rows)} texts would be gone for good. Nothing was changed."
        f" Show the user, then call again with confirm=true. {NOTICE}"
    )
    blocks = [fenced(one.excerpt, _origin(one) | {"bytes": str(one.bytes)}) for one in rows]
    return answers.Forgotten(dry_run=True, would_forget=rows), "\n".join([head, *blocks])


def woken(made: "WakeUp") -> tuple[answers.WakeUp, str]:
    """A wake-up, whose lines are inert and fenced already; and its text, notice and all."""
    said = "Nothing to tell: " + (", ".join(made.flags) or "the budget is too small")
    shown = answers.WakeUp(
        l0=made.l0,
        l1=made.l1,
        l2=made.l2,
        total_tokens=made.total_tokens,
        cites=list(made.cites),
        flags=list(made.flags),
    )
    return shown, made.text or f"{said}."


def diary(found: "Sequence[Entry]", limit: int, budget: int) -> tuple[answers.Diary, str]:
    """At most ``limit`` entries that fit in a budget of tokens, the first one always; and their text."""
    entries: list[answers.Entry] = []
    blocks: list[str] = []
    left = budget - tokens(NOTICE)
    for one in found[:limit]:
        made = answers.Entry(
            id=one.id,
            role=exact(one.role),
            text="",
            at=exact(one.at or ""),
            wing=exact(one.wing),
            escaped=exact(one.text) != one.text,
        )
        origin = {"id": made.id, "diary": made.role, "at": made.at, "wing": made.wing}
        fit = fitted(one.text, origin, left, must=not entries)
        if fit is None:
            break
        made.text, made.truncated, block = fit
        entries.append(made)
        blocks.append(block)
        left -= tokens(block)
    more = len(found) > len(entries)
    shown = answers.Diary(notice=NOTICE, entries=entries, has_more=more)
    told = f"Entries: {len(entries)}.{' There are more.' if more else ''} {NOTICE}"
    return shown, "\n".join([told if entries else "No entries.", *blocks])


def remembered(made: "Remembered") -> tuple[answers.Remembered, str]:
    """What remembering a message did."""
    shown = answers.Remembered(
        action=made.action,
        id=made.id,
        path=exact(made.path),
        superseded=[exact(one) for one in made.superseded],
        cites=list(made.cites),
        message=made.message,
        also=[exact(one) for one in made.also],
        flags=list(made.flags),
    )
    where = f'memory "{label(made.path)}", {made.id}' if made.path else "nothing to remember in it"
    told = [f"{made.action.capitalize()}: {where}. The message is kept as {made.message}."]
    told += [f'No longer so: "{label(one)}".' for one in made.superseded]
    if made.flags:
        told.append(f"Flags: {', '.join(made.flags)}.")
    return shown, "\n".join(told)
