"""A store written outside the package registers by its entry point and keeps the contract of stores."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "journalled-store"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder of packages with the example in it, as an installer leaves it."""
    folder = tmp_path / "packages"
    told = folder / "camillo_journalled_store-0.1.0.dist-info"
    told.mkdir(parents=True)
    shutil.copy(EXAMPLE / "journalled_store.py", folder)
    (told / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: camillo-journalled-store\nVersion: 0.1.0\n"
    )
    (told / "entry_points.txt").write_text(
        "[camillo.stores]\njournalled = journalled_store:open_palace\n"
    )
    return folder


@pytest.mark.slow
def test_a_store_of_another_package_passes_the_whole_contract(installed: Path, tmp_path: Path):
    palaces = tmp_path / "palaces"
    told = {"PYTHONPATH": str(installed), "CAMILLO_CONTRACT_STORE": f"journalled://{palaces}"}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/contract",
         "--ignore=tests/contract/test_store_twins.py", "--ignore=tests/contract/test_statements.py"],
        cwd=ROOT, env={**os.environ, **told}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-3000:]
    journals = list(palaces.rglob("journal.txt"))
    assert len(journals) > 50
    assert any(" forget\n" in one.read_text() for one in journals)


def test_an_address_that_no_package_has_is_refused_with_its_scheme():
    from camillo.app import plugins
    from camillo.domain.errors import InvalidInput

    with pytest.raises(InvalidInput, match="journalled://"):
        plugins.store_opener("journalled")
