from pathlib import Path

import pytest

from camillo.app.mining.hosts import Host
from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli.init import chosen

FOUND = [
    Host("transcripts", "Claude Code", Path("a"), 1, 1, marked=True),
    Host("project", "orion", Path("b"), 1, 1, marked=True),
    Host("project", "vega", Path("c"), 1, 1, marked=False),
]


@pytest.mark.parametrize(
    ("answer", "taken"),
    [("", [0, 1]), ("all", [0, 1, 2]), ("none", []), ("3", [2]), ("3, 1 3", [2, 0])],
)
def test_an_answer_takes_what_it_names(answer, taken):
    assert chosen(answer, FOUND) == [FOUND[number] for number in taken]


@pytest.mark.parametrize("answer", ["4", "0", "-1", "yes", "1 none", "²"])
def test_an_answer_that_names_no_line_is_refused(answer):
    with pytest.raises(InvalidInput, match="does not name lines"):
        chosen(answer, FOUND)
