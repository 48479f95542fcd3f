import runpy
from pathlib import Path

import pytest

from camillo.app.settings import names
from camillo.surfaces.cli.commands import NAMES

DOCS = Path(__file__).parents[3] / "docs"
PAGES = runpy.run_path(str(DOCS / "generate.py"))["pages"]()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_reference_is_up_to_date(page):
    text = page.read_text(encoding="utf-8")
    assert text == PAGES[page], "run `python docs/generate.py`"


def test_every_command_and_setting_is_in_the_reference():
    cli = (DOCS / "reference/cli.md").read_text(encoding="utf-8")
    settings = (DOCS / "reference/settings.md").read_text(encoding="utf-8")
    assert all(f"\n## camillo {name}" in cli for name in NAMES)
    assert cli.count("\nJSON: ") == len(NAMES)
    assert all(f"| `{name}` |" in settings for name in names())
