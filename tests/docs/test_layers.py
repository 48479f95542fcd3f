"""The page on layers tells of what there is, and of nothing else."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
APP = ROOT / "src" / "camillo" / "app"
PAGE = (ROOT / "docs" / "internals" / "layers.md").read_text(encoding="utf-8")


def test_every_folder_of_the_app_is_told_of_and_no_other():
    rows = re.findall(r"^\| (`.+?`) \|", PAGE, re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert told == {path.parent.name for path in APP.glob("*/__init__.py")}


def test_every_module_that_is_named_is_there():
    named = re.findall(r"`((?:app|ingest|recall)/[\w/]+\.py)`", PAGE)
    assert len(named) > 5
    assert [name for name in named if not (APP.parent / name).is_file()] == []
