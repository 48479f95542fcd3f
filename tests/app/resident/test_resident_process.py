"""The resident as a process of its own, asked over its socket and killed at any moment."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.waiting import until

from camillo import Palace
from camillo.app.resident.__main__ import IDLE_VARIABLE
from camillo.app.resident.wire import LINE_LIMIT

Start = Callable[..., subprocess.Popen[bytes]]
SAID = [("user", "Why did the tide gauge stop?"), ("assistant", "Its clock ran five hours fast.")]


@pytest.fixture
def start(settings, state, tmp_path) -> Iterator[Start]:
    """Starts a resident and waits until it listens, unless told otherwise; all end with the test."""
    running: list[subprocess.Popen[bytes]] = []

    def run(*, idle: str = "30", wait: bool = True) -> subprocess.Popen[bytes]:
        palace = str(settings.palace)
        environment = {**os.environ, IDLE_VARIABLE: idle, "CAMILLO_REFINE": "no"}
        command = [sys.executable, "-m", "camillo.app.resident", palace]
        running.append(subprocess.Popen(command, env=environment))
        if wait:
            until(lambda: told_pid(state) == running[-1].pid)
        return running[-1]

    yield run
    for one in running:
        one.kill()
        one.wait()


def told_pid(state) -> int:
    try:
        return int(json.loads(state.address.read_text())["pid"])
    except (OSError, ValueError):
        return 0


def exchange(state, line: bytes, seconds: float = 60.0) -> bytes:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(seconds)
        client.connect(json.loads(state.address.read_text())["address"])
        answer = b""
        try:
            client.sendall(line)
            while chunk := client.recv(1 << 16):
                answer += chunk
        except (BrokenPipeError, ConnectionResetError):
            return b""
    return answer


def test_it_answers_files_and_ends_on_sigterm(start, ask, settings, spooled, transcript, state):
    process = start()
    assert ask("ping") == {"text": "camillo", "error": ""}
    spooled("s1", transcript("s1", SAID))
    assert ask("file")["text"].startswith("filed 1,")
    woken = ask("start", cwd="/home/kai/orion", session="s2")["text"]
    assert woken.startswith("<memory") and "clock ran five hours" in woken
    process.terminate()
    assert process.wait(20) == 0
    assert not state.address.exists()


def test_what_lies_in_the_spool_is_filed_without_anyone_asking(start, spooled, transcript, state):
    spooled("s1", transcript("s1", SAID))
    start()
    until(lambda: state.entries() == [])


def test_its_files_are_its_owner_s_alone(start, state):
    start()
    assert state.folder.stat().st_mode & 0o777 == 0o700
    assert state.address.stat().st_mode & 0o777 == 0o600
    address = Path(json.loads(state.address.read_text())["address"])
    assert address.stat().st_mode & 0o777 == 0o600


def test_there_is_one_for_each_palace(start, ask, state):
    first = start()
    second = start(wait=False)
    assert second.wait(20) == 0
    assert (told_pid(state), first.poll()) == (first.pid, None)
    assert ask("ping")["text"] == "camillo"


def test_the_next_one_takes_the_place_of_one_that_was_killed(start, ask, state):
    first = start()
    first.kill()
    first.wait()
    second = start()
    assert (ask("ping")["text"], told_pid(state)) == ("camillo", second.pid)


def test_it_ends_when_nobody_has_use_for_it(start):
    assert start(idle="0.02").wait(20) == 0


def test_it_ends_when_its_palace_s_folder_is_gone(start, state):
    process = start()
    state.spool.rmdir()
    assert process.wait(20) == 0


def test_garbage_strangers_and_slow_clients_do_not_disturb_it(start, ask, state):
    start()
    token = json.loads(state.address.read_text())["token"]
    with socket.socket(socket.AF_UNIX) as slow:
        slow.connect(json.loads(state.address.read_text())["address"])
        slow.sendall(b'{"verb"')
        for line in (b"\n", b"\xff\xfe\n", b"[]\n", b"{" * 50_000 + b"\n", b'{"token": 7}\n'):
            assert json.loads(exchange(state, line))["error"]
        assert json.loads(exchange(state, b'{"verb": "ping"}\n'))["text"] == ""
        wrong = json.dumps({"token": token[::-1], "verb": "ping"}).encode() + b"\n"
        assert "token" in json.loads(exchange(state, wrong))["error"]
        unknown = json.dumps({"token": token, "verb": "forget"}).encode() + b"\n"
        assert "verb" in json.loads(exchange(state, unknown))["error"]
        assert exchange(state, b"x" * (LINE_LIMIT + (1 << 17))) == b""
        assert ask("ping")["text"] == "camillo"


def test_a_palace_with_a_long_path_is_served_too(tmp_path):
    palace = tmp_path.joinpath(*["deep" * 10] * 3) / "palace.camillo"
    palace.parent.mkdir(parents=True)
    process = subprocess.Popen([sys.executable, "-m", "camillo.app.resident", str(palace)])
    address = palace.with_name("palace.camillo.run") / "resident.json"
    try:
        until(address.exists)
        place = json.loads(address.read_text())
        assert len(place["address"]) <= 100
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(place["address"])
            client.sendall(json.dumps({"token": place["token"], "verb": "ping"}).encode() + b"\n")
            assert b"camillo" in client.recv(1000)
    finally:
        process.terminate()
        assert process.wait(20) == 0
    assert not Path(place["address"]).exists()


def tell(state, verb: str) -> None:
    """Ask without waiting for the answer."""
    told = json.loads(state.address.read_text())
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(told["address"])
        client.sendall(json.dumps({"token": told["token"], "verb": verb}).encode() + b"\n")


def turns(settings) -> dict[str, list[tuple[str, str | None]]]:
    """Every turn of every session, in the order of its conversation."""
    found: dict[str, list[tuple[str, str | None]]] = {}
    with Palace.open(settings.palace, settings=settings) as palace, palace._store.snapshot() as now:
        for one in now.turns():
            found.setdefault(one.conversation, []).append((one.text, one.turn.at))
    return found


HANGING = """
import signal, sys, threading
from camillo.app.resident import __main__ as module, answers
module._END_SECONDS = 0.5
answers.Answers.close = lambda self: threading.Event().wait()
print("begun", flush=True)
module.main(sys.argv[1:])
"""


def test_an_answer_that_never_comes_does_not_keep_it_from_ending(settings, state):
    with subprocess.Popen(
        [sys.executable, "-c", HANGING, str(settings.palace)], stdout=subprocess.PIPE
    ) as process:
        until(lambda: told_pid(state) == process.pid)
        process.terminate()
        assert process.wait(15) == 1


@pytest.mark.slow
def test_killed_again_and_again_while_filing_it_files_every_turn_once_and_in_order(
    start, settings, spooled, transcript, state
):
    said = [
        (("user", "assistant")[n % 2], f"turn {n} of the voyage, rope {n * 7}") for n in range(4000)
    ]
    choose = random.Random(7)
    cut_short = 0
    for number in range(20):
        spooled("s1", transcript("s1", said[: 200 * (number + 1)]))
        process = start()
        tell(state, "file")
        if number % 5 == 4:
            # However slow the machine is, some rounds get to their end.
            until(lambda: state.entries() == [])
        else:
            time.sleep(choose.choice((0.0, 0.05, 0.1, 0.3, 0.8, 1.6)))
        process.send_signal(signal.SIGKILL)
        process.wait()
        cut_short += bool(state.entries())
    assert cut_short >= 3
    start()
    until(lambda: state.entries() == [])
    found = turns(settings)
    assert [text for text, _ in found["s1"]] == [text for _, text in said]
    assert all(at is not None for _, at in found["s1"])
    with Palace.open(settings.palace, settings=settings) as palace:
        assert palace.doctor() == []


@pytest.mark.slow
def test_five_sessions_at_once_are_filed_whole(start, ask, settings, spooled, transcript, state):
    start()
    sessions = {
        f"s{k}": [(("user", "assistant")[n % 2], f"{k}: word {n} of mine") for n in range(40)]
        for k in range(5)
    }

    def live(session: str) -> None:
        said = sessions[session]
        for upto in range(2, len(said) + 1, 2):
            path = transcript(session, said[:upto])
            spooled(session, path, input={"last_assistant_message": said[upto - 1][1]})
            ask("file")

    threads = [threading.Thread(target=live, args=(name,)) for name in sessions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until(lambda: state.entries() == [])
    found = turns(settings)
    assert {name: [text for text, _ in rows] for name, rows in found.items()} == {
        name: [text for _, text in said] for name, said in sessions.items()
    }
