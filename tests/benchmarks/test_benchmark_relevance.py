import json
from collections import Counter
from pathlib import Path

from benchmarks.relevance_fit import fit
from benchmarks.relevance_sets import CODING, Prompt

from camillo import Palace
from camillo.distill.bar import SIGNALS, Bar

_DATA = Path("benchmarks/relevance_data")


def _rows(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (_DATA / name).read_text(encoding="utf-8").splitlines()]


def test_each_half_has_as_many_prompts_of_each_kind_and_shares_no_session() -> None:
    prompts = _rows("prompts.jsonl")
    assert set(Counter((row["half"], row["kind"]) for row in prompts).values()) == {25}
    needed = {
        half: {row["conversation"] for row in prompts if row["half"] == half and "turn" in row}
        for half in ("fit", "report")
    }
    assert not needed["fit"] & needed["report"]


def test_what_a_prompt_needs_is_in_the_sessions() -> None:
    turns = {(row["conversation"], row["turn"]) for row in _rows("sessions.jsonl")}
    needed = {(row["conversation"], row["turn"]) for row in _rows("prompts.jsonl") if "turn" in row}
    assert needed <= turns


def test_the_sessions_are_mined_without_a_problem(tmp_path: Path) -> None:
    with Palace.open(tmp_path / "palace.camillo") as palace:
        report = palace.mine(_DATA / "sessions.jsonl", refine=False)
    assert (report.turns, report.problems) == (len(_rows("sessions.jsonl")), ())


def test_a_fit_finds_the_signal_that_tells_and_a_bar_few_mistakes_reach() -> None:
    prompts, seen = [], []
    for at in range(400):
        kind = ("locomo", "coding", "other", "everyday")[at % 4]
        right = kind in ("locomo", "coding")
        lead = (0.6 if right else 0.2) + (at * 37 % 101) / 300
        prompts.append(Prompt("fit", kind, CODING, str(at)))
        seen.append({name: lead if name == "lead" else 0.5 for name in SIGNALS})
    found = fit(prompts, seen)
    bar = Bar(found.intercept, found.slopes, found.threshold)
    cleared = Counter(
        one.kind
        for one, signals in zip(prompts, seen, strict=True)
        if bar.estimate(signals) >= found.threshold
    )
    assert max(found.slopes, key=lambda name: found.slopes[name]) == "lead"
    assert cleared["other"] + cleared["everyday"] <= 10
    assert cleared["locomo"] + cleared["coding"] >= 190


def test_a_prompt_without_hits_counts_as_given_nothing() -> None:
    prompts = [Prompt("fit", kind, CODING, "x") for kind in ("locomo", "other", "everyday") * 40]
    seen = [
        {name: float(at % 3 == 0) for name in SIGNALS} if at % 3 != 2 else None
        for at in range(len(prompts))
    ]
    assert 0 < fit(prompts, seen).threshold < 0.99
