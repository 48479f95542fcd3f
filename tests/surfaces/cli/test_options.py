import pytest

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli.commands import NAMES, parser


@pytest.mark.parametrize(
    ("arguments", "question"),
    [
        (["why", "GraphQL"], ["why", "GraphQL"]),
        (["why", "--limit", "3", "GraphQL"], ["why", "GraphQL"]),
        (["--limit", "3", "--", "-staging", "--limit"], ["-staging", "--limit"]),
        (["-staging of a question"], ["-staging of a question"]),
    ],
)
def test_options_stand_anywhere_and_two_dashes_end_them(arguments, question):
    assert parser("search").read(arguments)["question"] == question


@pytest.mark.parametrize(
    ("arguments", "mend"),
    [
        (["x", "-staging"], "put -- before"),
        (["x", "--limt=3"], "did you mean --limit?"),
        (["x", "--limt", "3"], "did you mean --limit?"),
        (["x", "--qqqqq"], "--help"),
    ],
)
def test_an_option_that_is_unknown_brings_the_one_that_was_meant(arguments, mend):
    with pytest.raises(InvalidInput) as caught:
        parser("search").read(arguments)
    assert mend in caught.value.mend


@pytest.mark.parametrize("name", NAMES)
def test_an_option_means_the_same_in_every_command(name):
    flags = parser(name)._option_string_actions
    assert {"--palace", "--json", "--help"} <= set(flags)
    if "--yes" in flags:
        assert flags["--yes"].default is False
