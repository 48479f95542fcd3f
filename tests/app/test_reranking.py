"""Which reranker a palace uses: the user's folder, an installed package's, or none."""

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from camillo import Palace
from camillo.app import plugins
from camillo.app.settings import Settings
from camillo.domain.errors import ModelUnavailable
from camillo.models.cross_encoder import CrossEncoder

WORDS = ("does", "ana", "like", "green", "red", "apples", "she", "likes", "the", "most")


def filled(path, **settings):
    palace = Palace.open(path / "palace.camillo", settings=Settings(**settings))
    for at, word in enumerate(("red", "green", "yellow", "sour")):
        palace.add(f"{word} apples she likes", wing="w", conversation=str(at))
    palace.add("the most the most the most: apples", wing="w", conversation="most")
    return palace


def asked(palace, **rest):
    return palace.search("does she like the apples", **rest)


def test_the_users_cross_encoder_reads_the_first_hits(tmp_path, write_cross_encoder):
    with filled(tmp_path, reranker=write_cross_encoder(WORDS)) as palace:
        why = asked(palace).results[0].why
        assert why["arms"]["reranker"] >= 1.0
        assert "rerank-skipped" in asked(Palace.open(palace.path, settings=palace._parts.settings),
                                         latency_ms=1).flags  # fmt: skip


def test_a_wrong_folder_is_told_at_the_first_search(tmp_path):
    with (
        filled(tmp_path, reranker=tmp_path / "nowhere") as palace,
        pytest.raises(ModelUnavailable, match="nowhere"),
    ):
        asked(palace)


def test_an_installed_reranker_is_used_by_its_entry_point(
    tmp_path, write_cross_encoder, monkeypatch
):
    folder = write_cross_encoder(WORDS)
    package = tmp_path / "site"
    package.mkdir()
    (package / "an_installed_reranker.py").write_text(
        "from pathlib import Path\nfrom camillo.models.cross_encoder import CrossEncoder\n"
        f"def load():\n    return CrossEncoder(Path({str(folder)!r}))\n"
    )
    about = package / "an_installed_reranker-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: an-installed-reranker\nVersion: 1.0\n"
    )
    (about / "entry_points.txt").write_text(
        "[camillo.rerankers]\nshared = an_installed_reranker:load\n"
    )
    monkeypatch.syspath_prepend(package)
    found = plugins.reranker()
    assert found is not None
    assert found().card == CrossEncoder(folder).card
    with filled(tmp_path) as palace:
        assert "reranker" in asked(palace).results[0].why["arms"]


def test_an_installed_reranker_that_does_not_load_is_named(monkeypatch):
    point = EntryPoint("broken", "no_such_module:load", plugins.RERANKERS)
    monkeypatch.setattr(plugins, "_points", lambda group: [point])
    found = plugins.reranker()
    assert found is not None
    with pytest.raises(ModelUnavailable, match="broken"):
        found()


def test_without_a_reranker_a_search_loads_no_session(tmp_path):
    with filled(tmp_path) as palace:
        path = palace.path
    code = (
        "import sys; from camillo import Palace;"
        f"found = Palace.open({str(path)!r}).search('does she like the apples', latency_ms=1);"
        "print(len(found.results), 'camillo.models.cross_encoder' in sys.modules,"
        " 'onnxruntime' in sys.modules, [f for f in found.flags if 'rerank' in f])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "5 False False []"
