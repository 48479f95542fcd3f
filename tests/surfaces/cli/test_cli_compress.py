"""``camillo compress`` as a person and as a program would call it."""

from pathlib import Path

import pytest

from camillo.distill.shorthand.notation import decode
from camillo.surfaces.cli import codes

SAMPLES = Path(__file__).parents[3] / "samples" / "claude-code"


@pytest.mark.slow
def test_an_episode_is_written_down_and_its_lines_are_found(as_json, camillo):
    as_json("mine", str(SAMPLES), "--quick")
    id = as_json("episodes", "list")["episodes"][0]["id"]
    made = as_json("compress", id)
    assert made["saved"] >= 0.6 and made["tokens"] < made["stands_for"]
    briefs = decode(made["text"])
    assert [brief.id for brief in briefs] == [brief["id"] for brief in made["briefs"]]
    for brief in briefs:
        assert as_json("get", brief.id)["id"] == made["cites"][brief.id]
    code, out, _ = camillo("compress", id)
    assert code == codes.DONE and briefs[0].words[0] in out and "saved" in out


def test_one_thing_is_compressed_at_a_time(as_json, camillo):
    as_json("mine", str(SAMPLES), "--quick")
    assert camillo("compress")[0] == codes.WRONG_INPUT
    assert camillo("compress", "--wing", "a", "--conversation", "b")[0] == codes.WRONG_INPUT
    assert camillo("compress", "--wing", "nowhere")[0] == codes.FOUND_WANTING


def test_a_wake_up_can_be_told_in_shorthand(as_json, camillo):
    as_json("mine", str(SAMPLES), "--quick")
    told = as_json("wake-up", "--all", "--shorthand", "--budget", "400")
    assert told["total_tokens"] <= 400 and "camillo shorthand 1" in told["l1"]
