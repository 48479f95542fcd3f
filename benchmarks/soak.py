"""Kills and crowds: what is acknowledged must be there, whatever happens to the processes.

    python -m benchmarks.soak --rounds 200 [--seed 1]

Each round starts a process that mines, adds, refines, rebuilds, forgets or migrates, kills it with
SIGKILL at a random moment, opens the palace again and checks it: every acknowledged write is there
byte for byte, nothing forgotten is, doctor finds nothing, and running the work to its end leaves no
duplicate. At the end four writers and two readers use one palace at once.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import apsw

from camillo import Palace
from camillo.storage.sqlite import migrations

_WORDS = (
    "river stone lantern market winter garden letter copper engine harbour signal orchard",
    "会议 决定 周五 发布 预算 reunião decisão prazo Straße Größe маяк сигнал अनुबंध बैठक",
)
_VOCABULARY = tuple(word for line in _WORDS for word in line.split())
_TURNS = 400
_WRITERS = 4
_EACH = 60


def text_of(seed: int, number: int) -> str:
    """A text of a few words in several scripts, the same for the same numbers."""
    dice = random.Random(f"{seed}/{number}")
    words = " ".join(dice.choices(_VOCABULARY, k=dice.randint(4, 40)))
    return f"{words} mark{seed}x{number}"


def export(path: Path, seed: int, count: int = _TURNS) -> None:
    """Write a conversation export of so many turns."""
    with path.open("w", encoding="utf-8") as out:
        for number in range(count):
            record = {
                "conversation": f"c{number // 50}",
                "turn": str(number),
                "speaker": ("Ada", "Bo")[number % 2],
                "role": "user",
                "at": f"2025-06-01T10:{number // 60 % 60:02}:{number % 60:02}Z",
                "text": text_of(seed, number),
            }
            out.write(json.dumps(record, ensure_ascii=False) + "\n")


# ---- the work, in a process of its own; every acknowledged step is printed at once ----------


def acknowledge(*words: object) -> None:
    """Tell the parent that something is on disk."""
    print(json.dumps(words), flush=True)


def work_mine(palace: Palace, folder: Path, seed: int) -> None:
    """Mine the export; the end of it is acknowledged."""
    palace.mine(folder / "export.jsonl", wing="soak", refine=False)
    acknowledge("mined")


def work_add(palace: Palace, folder: Path, seed: int) -> None:
    """Add texts one by one, each acknowledged with its id."""
    for number in range(1000, 1200):
        receipt = palace.add(text_of(seed, number), wing="added", source=f"note:{number}")
        acknowledge("added", number, receipt.ids[0])


def work_refine(palace: Palace, folder: Path, seed: int) -> None:
    """Mine and refine."""
    palace.mine(folder / "export.jsonl", wing="soak", refine=False)
    acknowledge("mined")
    palace.refine()
    acknowledge("refined")


def work_rebuild(palace: Palace, folder: Path, seed: int) -> None:
    """Mine, then derive everything again, over and over."""
    palace.mine(folder / "export.jsonl", wing="soak", refine=False)
    acknowledge("mined")
    while True:
        palace.rebuild()
        acknowledge("rebuilt")


def work_forget(palace: Palace, folder: Path, seed: int) -> None:
    """Mine, then forget every fifth turn."""
    palace.mine(folder / "export.jsonl", wing="soak", refine=False)
    acknowledge("mined")
    for number in range(0, _TURNS, 5):
        mark = f"mark{seed}x{number}"
        found = [hit for hit in palace.search(mark, limit=3).results if mark in hit.text.split()]
        for hit in found:
            palace.forget([hit.id])
        acknowledge("forgot", number)


def work_migrate(palace: Palace, folder: Path, seed: int) -> None:
    """Mine, then open the palace with a version whose schema is one step later."""
    palace.mine(folder / "export.jsonl", wing="soak", refine=False)
    acknowledge("mined")
    palace.close()
    with later_schema(), Palace.open(folder / "palace.camillo"):
        acknowledge("migrated")


@contextmanager
def later_schema() -> Iterator[None]:
    """As if this were a later version: one more migration, which takes its time."""
    before = migrations.MIGRATIONS
    step = migrations.Migration(before[-1].number + 1, _slow_step)
    migrations.MIGRATIONS = (*before, step)
    try:
        yield
    finally:
        migrations.MIGRATIONS = before


def _slow_step(connection: apsw.Connection) -> None:
    connection.execute("create table later(number integer primary key, word text)")
    for number in range(20_000):
        connection.execute("insert into later values (?, 'step')", (number,))


WORK: dict[str, Callable[[Palace, Path, int], None]] = {
    "mine": work_mine,
    "add": work_add,
    "refine": work_refine,
    "rebuild": work_rebuild,
    "forget": work_forget,
    "migrate": work_migrate,
}


# ---- the checks -----------------------------------------------------------------------------


def check(folder: Path, seed: int, acknowledged: list[list[object]]) -> None:
    """Open the palace after a kill, check it, finish the work and check again.

    Raises:
        AssertionError: something acknowledged is missing, or something disagrees.
    """
    with Palace.open(folder / "palace.camillo") as palace:
        problems = palace.doctor()
        assert not problems, problems
        forgotten = {entry[1] for entry in acknowledged if entry[0] == "forgot"}
        for entry in acknowledged:
            if entry[0] == "added":
                assert palace.get(str(entry[2])).text == text_of(seed, int(str(entry[1]))), entry
        if ["mined"] in acknowledged:
            check_turns(palace, seed, forgotten)
        palace.mine(folder / "export.jsonl", wing="soak", refine=False)
        check_turns(palace, seed, forgotten)
        report = palace.mine(folder / "export.jsonl", wing="soak", refine=False)
        assert report.turns == 0, report
        problems = palace.doctor()
        assert not problems, problems
    if forgotten:
        check_bytes(folder, seed, forgotten)


def check_turns(palace: Palace, seed: int, forgotten: set[object]) -> None:
    """Every turn of the export is there once, found by its own word, unless it was forgotten."""
    for number in random.Random(seed).sample(range(_TURNS), 40):
        mark = f"mark{seed}x{number}"
        hits = [hit for hit in palace.search(mark, limit=5).results if mark in hit.text.split()]
        if number in forgotten:
            assert not hits, (number, hits)
        elif number % 5 or not forgotten:
            assert [hit.text for hit in hits] == [text_of(seed, number)], (number, hits)


def check_bytes(folder: Path, seed: int, forgotten: set[object]) -> None:
    """No forgotten word is left in the palace's bytes."""
    content = b"".join(path.read_bytes() for path in folder.glob("palace.camillo*"))
    for number in forgotten:
        assert f"mark{seed}x{number} ".encode() not in content, number
        assert text_of(seed, int(str(number))).encode() not in content, number


# ---- rounds ---------------------------------------------------------------------------------


def command_of(scenario: str, folder: Path, seed: int) -> list[str]:
    """The command of a child process."""
    words = [sys.executable, "-m", "benchmarks.soak", "--child", scenario]
    return [*words, "--folder", str(folder), "--seed", str(seed)]


def round_of(scenario: str, seed: int) -> int:
    """One kill: returns how many steps were acknowledged before it."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        export(folder / "export.jsonl", seed)
        acknowledgements = folder / "acknowledged"
        with acknowledgements.open("wb") as out:
            child = subprocess.Popen(command_of(scenario, folder, seed), stdout=out)
            time.sleep(dice.uniform(0.15, 2.5))
            child.send_signal(signal.SIGKILL)
            child.wait()
        lines = acknowledgements.read_bytes().split(b"\n")[:-1]
        acknowledged = [json.loads(line) for line in lines]
        with later_schema() if scenario == "migrate" else nullcontext():
            check(folder, seed, acknowledged)
        return len(acknowledged)


def crowd() -> tuple[int, int]:
    """Four writers and two readers on one palace; returns acknowledged writes and reads."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        names = [("writer", n) for n in range(_WRITERS)] + [("reader", n) for n in range(2)]
        children = [
            subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "benchmarks.soak",
                    "--child",
                    name,
                    "--folder",
                    str(folder),
                    "--seed",
                    str(number),
                ],
                stdout=subprocess.PIPE,
            )
            for name, number in names
        ]
        outputs = [child.communicate(timeout=300)[0] for child in children]
        assert all(child.returncode == 0 for child in children), "a process failed"
        writes = [json.loads(line) for output in outputs for line in output.splitlines()]
        with Palace.open(folder / "palace.camillo") as palace:
            added = [entry for entry in writes if entry[0] == "added"]
            for _, number, id in added:
                assert f"mark{number}" in palace.get(id).text
            assert not palace.doctor()
        return len(added), sum(entry[0] == "read" for entry in writes)


def write_in_crowd(palace: Palace, number: int) -> None:
    """One writer: adds, each acknowledged."""
    for count in range(_EACH):
        mark = f"{number}x{count}"
        text = f"writer {number} says mark{mark} about the {_VOCABULARY[count % len(_VOCABULARY)]}"
        receipt = palace.add(text, wing=f"w{number}", source=f"writer:{number}")
        acknowledge("added", mark, receipt.ids[0])


def read_in_crowd(palace: Palace, number: int) -> None:
    """One reader: searches while others write."""
    for count in range(_EACH):
        palace.search(f"what about the {_VOCABULARY[count % len(_VOCABULARY)]}", limit=3)
        acknowledge("read", count)


def child(scenario: str, folder: Path, seed: int) -> None:
    """The work of one process."""
    with Palace.open(folder / "palace.camillo") as palace:
        if scenario == "writer":
            write_in_crowd(palace, seed)
        elif scenario == "reader":
            read_in_crowd(palace, seed)
        else:
            WORK[scenario](palace, folder, seed)


def rounds(count: int, seed: int) -> Iterator[tuple[str, int]]:
    """The scenarios of a run, each as often as the others, with the seeds of their rounds."""
    names = list(WORK)
    for number in range(count):
        yield names[number % len(names)], seed * 100_000 + number


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SOAK_SEED", "1")))
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        child(given.child, given.folder, given.seed)
        return
    for scenario, seed in rounds(given.rounds, given.seed):
        steps = round_of(scenario, seed)
        print(f"{scenario} (seed {seed}): killed after {steps} acknowledged steps, all there")
    writes, reads = crowd()
    print(
        f"{_WRITERS} writers and 2 readers: {writes} writes acknowledged, {reads} reads, all there"
    )
    print(f"{given.rounds + 1} passed, 0 failed")


if __name__ == "__main__":
    main()
