"""Ablations: each part that is taken away changes a ranking, and is there again afterwards."""

from pathlib import Path

import pytest
from benchmarks.ablation import GROUPS, PARTS, without

from camillo import Palace


def ranking(palace: Palace) -> list[tuple[str, float]]:
    found = palace.search("what did Ada say about the green lantern on 8 May 2023", limit=20)
    return [(hit.text, round(float(str(hit.why["rank"])), 6)) for hit in found.results]


@pytest.mark.parametrize("part", [*PARTS, *(name for name in GROUPS if name != "static")])
def test_taking_a_part_away_changes_the_ranking_only_while_it_is_away(
    part: str, tmp_path: Path
) -> None:
    with Palace.open(tmp_path / "palace.camillo") as palace:
        for number, text in enumerate(
            (
                "I hung a lantern in the hall",
                "it is green and very bright",
                "we had soup for dinner",
                "the green lantern hung at Ana Kova's",
                "Ana Kova\nthe harbour is closed",
                "nobody came to the meeting",
            )
        ):
            palace.add(
                text,
                conversation=f"c{number // 3}",
                source=f"note:{number // 3}",
                title="The green lantern" if number > 2 else "Dinner",
                speaker=("Ada", "Bo")[number % 2],
                at="2023-05-08" if number < 3 else "2024-01-01",
            )
        palace.refine()
        whole = ranking(palace)
        with without([part]):
            assert ranking(palace) != whole
        assert ranking(palace) == whole


def test_an_unknown_part_is_named() -> None:
    with pytest.raises(SystemExit, match="no part is named 'luck'"), without(["luck"]):
        pass
