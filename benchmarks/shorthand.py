"""Shorthand on LoCoMo: tokens saved, what a search over shorthand alone still finds, and which answers survive.

    python -m benchmarks.shorthand PATH/locomo-dev [--quick]

Every session is compressed through ``palace.compress``; then a second palace holds nothing but the shorthand, a text a
session, and is asked the same questions as one that holds the turns. An answer survives as far as its words,
of those that stand in its evidence, are kept in the lines of that evidence; questions whose answer has no such
word are left out.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks.cases import Case, Turn, TurnKey, write
from benchmarks.evaluate import Benchmark, View, evaluate
from benchmarks.locomo import cases
from benchmarks.scoring import score_conversations
from benchmarks.systems import Camillo
from camillo import Palace
from camillo.distill.shorthand.keywords import keywords
from camillo.distill.shorthand.notation import decode
from camillo.domain.shorthand import Shorthand

_EVIDENCE = re.compile(r"D(\d+):0*(\d+)")
_SESSIONS = View("sessions", score_conversations, passages=False)
_METRICS = ("R@5", "R@10", "all@10", "MRR", "hit@1")


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="leave the transformer tier out")
    given = parser.parse_args()
    if not given.folder.is_dir():
        sys.exit(f"{given.folder} is no folder; give the folder of LoCoMo conversations")
    held = list(cases(given.folder))
    made, kept = compressed(held)
    tokens, whole = (
        sum(one.tokens for one in made.values()),
        sum(one.stands_for for one in made.values()),
    )
    drawers, lines = (
        sum(one.drawers for one in made.values()),
        sum(len(one.briefs) for one in made.values()),
    )
    print(f"{len(made)} sessions: {tokens:,} tokens for {whole:,}, {1 - tokens / whole:.1%} saved")
    print(
        f"round trips: {sum(decode(one.text) == one.briefs for one in made.values())} of {len(made)}"
    )
    print(f"lines for {lines:,} of {drawers:,} passages")
    print("answers: " + _survival(given.folder, held, kept))
    print(f"\n| sessions found in | {' | '.join(_METRICS)} |\n|---|{'---|' * len(_METRICS)}")
    for name, some in (("the turns", held), ("the shorthand", _only(held, made))):
        benchmark = Benchmark(partial(iter, some), (_SESSIONS,))
        outcome = evaluate(benchmark, Camillo(refine=not given.quick))
        means = outcome[_SESSIONS.name].means()
        print(f"| {name} | {' | '.join(str(means[metric]) for metric in _METRICS)} |")


def compressed(
    held: Sequence[Case],
) -> tuple[Mapping[str, Shorthand], Mapping[TurnKey, frozenset[str]]]:
    """The shorthand of each session, and the words that are kept of each turn."""
    made: dict[str, Shorthand] = {}
    kept: dict[TurnKey, frozenset[str]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        with Palace.open(folder / "palace.camillo") as palace:
            for number, case in enumerate(held):
                palace.mine(write(case, folder, number), wing=case.wing, refine=False)
            for case in held:
                for session in dict.fromkeys(turn.conversation for turn in case.turns):
                    made[session] = one = palace.compress(conversation=session)
                    for brief in one.briefs:
                        key = session, palace.get(brief.id).turn.id
                        words = frozenset(word.casefold() for word in brief.words)
                        kept[key] = kept.get(key, frozenset()) | words
    return made, kept


def _only(held: Iterable[Case], made: Mapping[str, Shorthand]) -> list[Case]:
    """The same questions over the shorthand alone, a turn a session."""
    found = []
    for case in held:
        began = {turn.conversation: turn.at for turn in reversed(case.turns)}
        turns = tuple(
            Turn(session, "shorthand", made[session].text, at=began[session])
            for session in dict.fromkeys(turn.conversation for turn in case.turns)
        )
        asked = tuple(replace(one, turns=frozenset()) for one in case.questions)
        found.append(Case(case.wing, turns, asked))
    return found


def _survival(folder: Path, held: Sequence[Case], kept: Mapping[TurnKey, frozenset[str]]) -> str:
    there = survived = whole = asked = lined = evidence = 0
    for case in held:
        data = json.loads((folder / f"{case.wing}.json").read_text(encoding="utf-8"))
        for answer, turns in _answered(data["qa"], case):
            said = frozenset(word.term for turn in turns for word in keywords(turn.text, "en"))
            words = {word.term for word in keywords(answer, "en")} & said
            if not words:
                continue
            told = frozenset[str]().union(*(kept.get(turn.key, frozenset()) for turn in turns))
            asked, whole = asked + 1, whole + (words <= told)
            there, survived = there + len(words), survived + len(words & told)
            evidence, lined = evidence + len(turns), lined + sum(turn.key in kept for turn in turns)
    return (
        f"{survived / there:.1%} of their words survive, all words of {whole / asked:.1%} of {asked} answers; "
        f"{lined / evidence:.1%} of the evidence has a line"
    )


def _answered(asked: Sequence[dict[str, object]], case: Case) -> Iterator[tuple[str, list[Turn]]]:
    by_id = {turn.id: turn for turn in case.turns}
    for one in asked:
        listed: object = one.get("evidence") or ()
        names = [f"D{a}:{b}" for a, b in _EVIDENCE.findall(" ".join(map(str, listed)))]  # type: ignore[call-overload]
        turns = [by_id[name] for name in names if name in by_id]
        if turns and one.get("answer"):
            yield str(one["answer"]), turns


if __name__ == "__main__":
    main()
