"""What the page costs on a large palace: the first view, the floor plan, and answers while one types.

    python -m benchmarks.page [--size 100000] [--palace FILE] [--refine] [--json]

Without ``--palace`` one of made-up turns is filed first (see ``benchmarks.scale``). It runs ``camillo ui`` and
Debian's Chromium, without a window. Times are of the wall, in milliseconds: from asking for the page to its field being
ready for typing; to the floor plan being drawn; from a key to the first answer to the words in the field, and from
the last key to the whole answer, which waits until one rests. The first words
warm the server and the page and are not counted.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.measure import percentile
from benchmarks.scale import questions, records
from camillo import Palace

CHROMIUM = "/usr/bin/chromium"
#: Without these a browser asks its maker for updates, as root it needs the first.
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
_KEY_MS = 90
_WATCH = """
window.waits = [];
let pressed = 0;
addEventListener("input", () => { pressed = performance.now(); }, true);
new MutationObserver(() => {
  const field = document.querySelector("main input[type=search]");
  const answer = document.querySelector(".answer");
  if (pressed && field && answer && answer.dataset.question === field.value) {
    window.waits.push(performance.now() - pressed);
    pressed = 0;
  }
}).observe(document.getElementById("root"), { subtree: true, childList: true, attributes: true });
"""


def filed(path: Path, size: int, refine: bool) -> None:
    """A palace of so many made-up turns."""
    export = path.parent / "turns.jsonl"
    with export.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(one) + "\n" for one in records(size))
    with Palace.open(path) as palace:
        palace.mine(export, refine=refine)


@contextmanager
def shown(path: Path) -> Iterator[str]:
    """The page of a palace: the address that lets a browser in."""
    command = [sys.executable, "-m", "camillo.surfaces.cli.main", "ui", "--no-browser", "--json"]
    server = subprocess.Popen([*command, "--palace", str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        yield json.loads(server.stdout.readline())["open"]
    finally:
        server.terminate()
        server.wait(20)


def measure(path: Path) -> dict[str, object]:
    """First view, floor plan and typing."""
    from playwright.sync_api import sync_playwright

    with shown(path) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(address)
            page.locator("main input[type=search]").wait_for()
            return {**views(browser, page, address), **typing(page)}
        finally:
            browser.close()


def views(browser: Any, page: Any, address: str) -> dict[str, object]:
    """A signed-in browser with nothing in its cache opens the page, then the floor plan."""
    home = address.partition("#")[0]
    state = page.context.storage_state()
    rows: dict[str, list[float]] = {"first view ms": [], "floor plan ms": []}
    sizes: list[int] = []
    for _ in range(5):
        context = browser.new_context(storage_state=state, viewport={"width": 1280, "height": 900})
        fresh, got = context.new_page(), list[Any]()
        fresh.on("requestfinished", lambda one, got=got: got.append(one))
        fresh.goto(home)
        fresh.locator("main input[type=search]:focus").wait_for()
        rows["first view ms"].append(fresh.evaluate("performance.now()"))
        sizes.append(sum(one.sizes()["responseBodySize"] for one in got))
        start = fresh.evaluate("performance.now()")
        fresh.evaluate("location.hash = '#/palace'")
        fresh.locator(".plan svg [data-room]").first.wait_for()
        rows["floor plan ms"].append(fresh.evaluate("performance.now()") - start)
        context.close()
    told: dict[str, object] = {name: round(percentile(taken, 0.5)) for name, taken in rows.items()}
    return {**told, "first view kB compressed": round(max(sizes) / 1000, 1)}


def typing(page: Any) -> dict[str, object]:
    """Questions typed key by key; each key's wait for the answer to what stands in the field then."""
    page.evaluate(_WATCH)
    asked, whole = questions(12), []
    for number, question in enumerate(asked):
        page.locator("main input[type=search]").fill("")
        if number == 2:
            page.evaluate("window.waits = []")
        page.keyboard.type(question, delay=_KEY_MS)
        start = time.perf_counter()
        page.locator(f".answer[data-question={json.dumps(question)}][aria-busy=false]").wait_for()
        whole.append(1000 * (time.perf_counter() - start))
    waits: list[float] = page.evaluate("window.waits")
    return {
        "keys answered": len(waits),
        "typing ms p50": round(percentile(waits, 0.5)),
        "typing ms p95": round(percentile(waits, 0.95)),
        "whole answer ms p50": round(percentile(whole, 0.5)),
    }


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--palace", type=Path, help="measure this one")
    parser.add_argument("--refine", action="store_true", help="fill in the transformer tier")
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        path = given.palace or Path(temporary) / "palace.camillo"
        if given.palace is None:
            filed(path, given.size, given.refine)
        found = measure(path)
    if given.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:28} {value}")


if __name__ == "__main__":
    main()
