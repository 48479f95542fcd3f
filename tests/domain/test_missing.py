"""What is told of a package that is not there, and of one that is there and broken, by the real commands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BROKEN = "import a_thing_that_nobody_has\n"
#: Imports go as if a package were not there at all.
_AWAY = """
class Away:
    def find_spec(self, name, path=None, target=None):
        if name in {0}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Away())
"""
_MAIN = "import sys; from camillo.surfaces.cli.main import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def told(tmp_path: Path):
    """Runs code where packages are absent, or stand in the way and are broken: what stderr has."""
    folder = tmp_path / "packages"
    folder.mkdir()

    def run(code: str, *words: str, absent: tuple[str, ...] = (), broken: str = "") -> str:
        if broken:
            (folder / f"{broken}.py").write_text(BROKEN)
        away = _AWAY.format(absent) if absent else ""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("CAMILLO_", "XDG_"))}
        done = subprocess.run(
            [sys.executable, "-c", f"import sys\n{away}{code}", *words],
            cwd=tmp_path, env=kept | {"HOME": str(tmp_path), "PYTHONPATH": str(folder)},
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert (done.returncode in (1, 2), done.stdout) == (True, "")
        return done.stderr

    return run


SEAL = "from camillo.app.encryption.sealing import check_installed; check_installed()"
OPEN = (
    "from camillo import Palace; from camillo.domain.owner import Owner\n"
    "Palace.connect('postgresql://me@localhost/x', Owner('notes', 'ana'))"
)


@pytest.mark.parametrize(
    ("code", "words", "package", "extra"),
    [
        (_MAIN, ["serve", "--token-file", "t"], "fastapi", "server"),
        (_MAIN, ["ui"], "uvicorn", "server"),
        (_MAIN, ["mcp"], "mcp", "mcp"),
        (SEAL, [], "cryptography", "encryption"),
        (OPEN, [], "psycopg", "postgres"),
    ],
    ids=lambda one: str(one)[:12],
)
def test_what_is_absent_is_told_by_its_extra_and_what_is_broken_by_its_cause(
    told, code, words, package, extra
):
    absent = told(code, *words, absent=(package,))
    assert "is not installed" in absent
    assert f"pip install 'camillo[{extra}]'" in absent
    broken = told(code, *words, broken=package)
    assert "No module named 'a_thing_that_nobody_has'" in broken
    assert "is not installed" not in broken
    assert "cannot be loaded" in broken


def test_a_store_of_another_package_that_fails_is_told_by_what_it_lacks(told, tmp_path):
    folder = tmp_path / "packages"
    about = folder / "a_store-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: a-store\nVersion: 0.1\n")
    (about / "entry_points.txt").write_text(
        "[camillo.stores]\nlate = a_store:open_palace\nearly = a_store_early:open_palace\n"
    )
    (folder / "a_store.py").write_text(f"def open_palace(*_, **__):\n    {BROKEN}")
    (folder / "a_store_early.py").write_text(BROKEN)
    for scheme in ("late", "early"):
        message = told(OPEN.replace("postgresql", scheme))
        last = message.strip().splitlines()[-1]
        assert f"the store for {scheme}:// cannot be loaded" in last
        assert "No module named 'a_thing_that_nobody_has'" in last
        assert "a_store" in last
        assert "postgres" not in last and "camillo[" not in last


def test_what_of_camillo_itself_fails_is_no_extra():
    from camillo.domain.missing import unloadable

    error = ModuleNotFoundError("No module named 'camillo.nothing'", name="camillo.nothing")
    with pytest.raises(ModuleNotFoundError):
        unloadable(error, "what the server needs", ["fastapi"], "server")
