"""One very large owner in PostgreSQL: what a first question and a warm one cost, and what pgvector would change.

    python -m benchmarks.large_owner [--sizes 100000 300000] [--mined 50000] [--no-index]

Fills one owner to each size in turn (:mod:`benchmarks.large_owner_rows` says how) and measures, each in a process of
its own: what opening reads, in its parts; a first search, warm ones and one after a turn was added; the scan of sign
bits in the core. Against these: pgvector's exact scan and its HNSW index of the same bits (and, for the first size, of
halved vectors), partial for the owner on his partition. The best 500 are asked for, as recall does. Seconds are of the
wall and, where ``cpu`` is said, of processors: the client's and the server's.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import large_owner_rows as rows
from benchmarks.measure import cpu_seconds, percentile
from benchmarks.scale import questions
from benchmarks.serving import postgres
from camillo import Palace
from camillo.app.settings import Settings

#: How many a scan proposes for rescoring, and at how many recall is compared.
_ASKED, _COMPARED = 500, 100
_TIMES = 60


class Clock:
    """Wall seconds, and CPU seconds of this process and of the server's backends."""

    def __init__(self, postmaster: int) -> None:
        self._postmaster = postmaster

    @contextmanager
    def measuring(self, into: dict[str, Any], name: str) -> Iterator[None]:
        """Enter what the block takes."""
        before, began = self._cpu(), time.perf_counter()
        yield
        wall = time.perf_counter() - began
        mine, server = (b - a for a, b in zip(before, self._cpu(), strict=True))
        into[name] = {
            "s": round(wall, 3),
            "cpu": round(mine, 3),
            "server cpu": round(server, 2),
        }

    def _cpu(self) -> tuple[float, float]:
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                told = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(told[1]) == self._postmaster:
                ticks += int(told[11]) + int(told[12])
            elif stat.parent.name == str(self._postmaster):
                ticks += sum(map(int, told[11:15]))
        return cpu_seconds(), ticks / os.sysconf("SC_CLK_TCK")


def parts(address: str, settings: Settings, clock: Clock) -> dict[str, Any]:
    """What a first question reads, each part alone, and the scan of sign bits over it."""
    from camillo.app.compose import connect_store
    from camillo.models.loading import embedder_card
    from camillo.recall.dense import nearest

    card = embedder_card()
    assert card is not None
    told: dict[str, Any] = {}
    store = connect_store(address, rows.OWNER, settings, create=False)
    with store.snapshot() as snapshot:
        reads: dict[str, Callable[[], Any]] = {
            "drawers": lambda: snapshot.columns(0),
            "placements": lambda: snapshot.placements(0),
            "signs": lambda: snapshot.signs(0, card),
            "counts": snapshot.counts,
            "labels, rooms, sources": lambda: (
                snapshot.labels(),
                snapshot.rooms(),
                snapshot.sources(),
            ),
        }
        kept = {}
        for name, read in reads.items():
            before = _memory_from_here()
            with clock.measuring(told, name):
                kept[name] = read()
            told[name]["peak MB more"] = round(_memory("VmHWM") - before)
    store.close()
    signs = kept["signs"].bits.view(np.uint64)
    everything, scans, cpu = np.arange(len(signs)), [], cpu_seconds()
    for bits in rows.signs_of(rows.asked(_TIMES)):
        began = time.perf_counter()
        nearest(signs, bits, everything, _ASKED)
        scans.append(time.perf_counter() - began)
    spent = round(1000 * (cpu_seconds() - cpu) / _TIMES, 1)
    return told | {"scan in the core": _milliseconds(scans) | {"cpu ms": spent}}


def searches(address: str, settings: Settings, clock: Clock) -> dict[str, Any]:
    """Whole searches: the first, warm ones, and those after a turn was added."""
    told: dict[str, Any] = {}
    with Palace.connect(address, rows.OWNER, settings=settings) as palace:
        before = _memory_from_here()
        with clock.measuring(told, "first search"):
            found = palace.search("warm up")
        assert found.coverage > 0.99, found.flags
        told["MB more, resident"] = round(_memory("VmRSS") - before)
        told["MB more, peak"] = round(_memory("VmHWM") - before)
        for name, wing in (("everywhere", None), ("in a wing", "wing3")):
            taken, cpu = [], cpu_seconds()
            for question in questions(_TIMES):
                began = time.perf_counter()
                palace.search(question, wing=wing)
                taken.append(time.perf_counter() - began)
            told[name] = _milliseconds(taken)
            told[name]["cpu ms"] = round(1000 * (cpu_seconds() - cpu) / _TIMES, 1)
        palace.add("a turn of its own", wing="wing3")
        with clock.measuring(told, "search after an add"):
            palace.search("warm up")
    return told


def pgvector(address: str, owner: int, clock: Clock, *, halves: bool) -> dict[str, Any]:
    """Exact and HNSW answers of the server, of those who lie nearest by sign bits."""
    told: dict[str, Any] = {}
    asked = rows.asked(_TIMES)
    bits = ["".join(map(str, np.unpackbits(one))) for one in rows.signs_of(asked)]
    near = f"select drawer, sign <~> %s::bit(384) from near where owner = {owner} order by 2"
    with rows.admin(address) as link:
        partition = _one(link, f"select tableoid::regclass::text from near where owner = {owner}")
        link.execute("set max_parallel_workers_per_gather = 0")
        link.execute("set maintenance_work_mem = '1500MB'")
        exact, told["exact"] = _answers(link, clock, near, bits)
        with clock.measuring(told, "hnsw of bits, built"):
            link.execute(
                f"create index by_sign on {partition} using hnsw (sign bit_hamming_ops)"
                f" where owner = {owner}".encode()
            )
        told["hnsw of bits, MB"] = _size(link, "by_sign")
        for reach in (200, 500, 1000):
            link.execute(f"set hnsw.ef_search = {reach}".encode())
            found, took = _answers(link, clock, near, bits, most=min(reach, _ASKED))
            told[f"hnsw of bits, ef {reach}"] = took | {"recall": _recall(exact, found)}
        if halves:
            told |= _halves(link, clock, owner, partition, asked)
        link.execute("drop table near")
    return told


def _halves(
    link: rows.Link, clock: Clock, owner: int, partition: str, asked: NDArray[np.float32]
) -> dict[str, Any]:
    told: dict[str, Any] = {}
    near = f"select drawer, pooled <=> %s::halfvec(384) from near where owner = {owner} order by 2"
    written = [json.dumps([round(float(x), 5) for x in one]) for one in asked]
    link.execute("drop index by_sign")
    exact, told["exact, halves"] = _answers(link, clock, near, written)
    with clock.measuring(told, "hnsw of halves, built"):
        link.execute(
            f"create index by_half on {partition} using hnsw (pooled halfvec_cosine_ops)"
            f" where owner = {owner}".encode()
        )
    told["hnsw of halves, MB"] = _size(link, "by_half")
    link.execute("set hnsw.ef_search = 200")
    found, took = _answers(link, clock, near, written, most=200)
    return told | {"hnsw of halves, ef 200": took | {"recall": _recall(exact, found)}}


Answers = list[list[tuple[int, float]]]


def _answers(
    link: rows.Link, clock: Clock, near: str, asked: list[str], most: int = _ASKED
) -> tuple[Answers, dict[str, Any]]:
    statement, found, taken = f"{near} limit {most}".encode(), [], []
    spent: dict[str, Any] = {}
    link.execute(statement, (asked[0],))
    with clock.measuring(spent, "all"):
        for one in asked:
            began = time.perf_counter()
            found.append(link.execute(statement, (one,)).fetchall())
            taken.append(time.perf_counter() - began)
    server = 1000 * spent["all"]["server cpu"] / len(asked)
    return found, _milliseconds(taken) | {"server cpu ms": round(server, 1)}


def _recall(exact: Answers, found: Answers) -> float:
    """The share of the nearest hundred that is found; any that lies as near as the hundredth counts."""
    shares = []
    for right, given in zip(exact, found, strict=True):
        bar = right[_COMPARED - 1][1]
        shares.append(min(_COMPARED, sum(far <= bar for _, far in given)) / _COMPARED)
    return round(float(np.mean(shares)), 4)


def _milliseconds(seconds: list[float]) -> dict[str, Any]:
    return {f"p{int(100 * s)} ms": round(1000 * percentile(seconds, s), 1) for s in (0.5, 0.95)}


def _one(link: rows.Link, statement: str) -> Any:
    return link.execute(f"{statement} limit 1".encode()).fetchall()[0][0]


def _size(link: rows.Link, relation: str) -> int:
    return round(int(_one(link, f"select pg_relation_size('{relation}')")) / 1e6)


def _memory(what: str) -> float:
    """MB of this process in memory (VmRSS), or their peak (VmHWM)."""
    told = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in told if line.startswith(what)) / 1024


def _memory_from_here() -> float:
    """MB in memory now, from which on the peak is measured."""
    Path("/proc/self/clear_refs").write_text("5")
    return _memory("VmRSS")


def _child(what: str, address: str, folder: Path, postmaster: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.large_owner", "--only", what, address, str(folder)]
    run = subprocess.run([*command, str(postmaster)], check=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def _measure(given: argparse.Namespace, server: Any, folder: Path) -> Iterator[dict[str, Any]]:
    address = server.get_uri()
    postmaster = int((Path(server.pgdata) / "postmaster.pid").read_text().split()[0])
    clock, filled = Clock(postmaster), 0
    mined = rows.mine(address, folder, given.mined, _settings(folder))
    for size in sorted(given.sizes):
        told: dict[str, Any] = {"drawers": size}
        with clock.measuring(told, "filled"):
            copies = size // mined.drawers
            rows.copy(address, mined, max(1, filled // mined.drawers), copies)
            rows.put_vectors(address, mined, filled + 1, copies * mined.drawers)
            with rows.admin(address) as link:
                link.execute("vacuum analyze")
        filled = copies * mined.drawers
        for what in ("parts", "searches"):
            told[what] = _child(what, address, folder, postmaster)
        if not given.no_index:
            halves = size == min(given.sizes)
            rows.put_pgvector(address, mined, filled, halves=halves)
            told["pgvector"] = pgvector(address, mined.owner, clock, halves=halves)
        yield told


def _settings(folder: Path) -> Settings:
    return Settings(palace=folder / "palace.camillo", refine=False)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[100_000, 300_000])
    parser.add_argument("--mined", type=int, default=50_000, help="turns that are not copies")
    parser.add_argument("--no-index", action="store_true", help="leave pgvector out")
    parser.add_argument("--only", nargs=4, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.only:
        what, address, folder, postmaster = given.only
        measured = {"parts": parts, "searches": searches}[what]
        print(json.dumps(measured(address, _settings(Path(folder)), Clock(int(postmaster)))))
        return
    with postgres() as server, tempfile.TemporaryDirectory() as name:
        for told in _measure(given, server, Path(name)):
            print(json.dumps(told, indent=1), flush=True)


if __name__ == "__main__":
    main()
