"""A palace mined from the samples, its page served by `camillo ui`, and a headless Chromium that looks at it.

Every page that a test opens is watched: a request to another origin, an error in the console or an uncaught one
fails the test.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from camillo import Palace

pytest.importorskip("playwright.sync_api")

ROOT = Path(__file__).parents[2]
SHOTS = Path(__file__).parent / "shots"
COMMAND = (sys.executable, "-m", "camillo.surfaces.cli.main", "ui", "--no-browser", "--json")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESK, PHONE = {"width": 1280, "height": 900}, {"width": 375, "height": 720}


@dataclass
class House:
    """A palace whose page is being served."""

    palace: Path
    server: subprocess.Popen[str]
    address: str
    inviting: str
    state: Any = None

    def close(self) -> None:
        self.server.terminate()
        self.server.communicate(timeout=20)


def serve(palace: Path, home: Path) -> House:
    """Run `camillo ui` for a palace, with nothing of the user's own settings."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CAMILLO_", "XDG_"))}
    server = subprocess.Popen(
        [*COMMAND, "--palace", str(palace)],
        stdout=subprocess.PIPE,
        text=True,
        env={**kept, "HOME": str(home)},
    )
    assert server.stdout is not None
    told = json.loads(server.stdout.readline())
    return House(palace, server, told["address"], told["open"])


@pytest.fixture(scope="session")
def sampled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A palace of the repository's samples, refined; a test that writes copies it."""
    place = tmp_path_factory.mktemp("sampled")
    shutil.copytree(ROOT / "samples", place / "samples")
    with Palace.open(place / "palace.camillo") as palace:
        palace.mine(place / "samples", refine=True)
    return place / "palace.camillo"


@pytest.fixture(scope="session")
def house(sampled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The samples' page, for tests that only look."""
    opened = serve(sampled, tmp_path_factory.mktemp("home"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], House]]:
    """Serves palaces of a module's own, for tests that only look."""
    opened: list[House] = []

    def made(palace: Path) -> House:
        opened.append(serve(palace, tmp_path_factory.mktemp("home")))
        return opened[-1]

    yield made
    for one in opened:
        one.close()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[[Path], House]]:
    """Serves palaces of the test's own."""
    opened: list[House] = []

    def made(palace: Path) -> House:
        opened.append(serve(palace, tmp_path))
        return opened[-1]

    yield made
    for one in opened:
        one.close()


@pytest.fixture
def own_house(sampled: Path, tmp_path: Path, serving: Callable[[Path], House]) -> House:
    """The samples' page over a palace that the test may change."""
    with Palace.open(sampled) as palace:
        palace.backup(tmp_path / "palace.camillo")
    return serving(tmp_path / "palace.camillo")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium; it ends with its module, whose event loop no other test may meet."""
    from playwright.sync_api import sync_playwright

    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield made
        made.close()


@dataclass
class Watched:
    """What the pages of one test did that no page may do."""

    wrong: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def watch(self, page: Any, origin: str) -> None:
        def requested(request: Any) -> None:
            self.asked.append(request.url)
            if not request.url.startswith(origin):
                self.wrong.append(f"a request left the origin: {request.url}")

        def said(message: Any) -> None:
            # What a test provokes on purpose (404 and the like) is logged by the browser itself.
            if message.type == "error" and "Failed to load resource" not in message.text:
                self.wrong.append(f"console: {message.text}")

        page.on("request", requested)
        page.on("console", said)
        page.on("pageerror", lambda error: self.wrong.append(f"uncaught: {error}"))


@pytest.fixture
def watched() -> Iterator[Watched]:
    made = Watched()
    yield made
    assert made.wrong == []


Visit = Callable[..., Any]


@pytest.fixture
def visit(browser: Any, watched: Watched) -> Iterator[Visit]:
    """Opens a view of a house in a new page, signed in: ``visit(house, "#/palace", viewport=PHONE)``."""
    contexts: list[Any] = []

    def opened(house: House, view: str = "#/search", **options: Any) -> Any:
        told = {"viewport": DESK, "locale": "en-GB", **options}
        context = browser.new_context(storage_state=house.state, **told)
        contexts.append(context)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=house.address)
        page = context.new_page()
        page.set_default_timeout(20_000)
        watched.watch(page, house.address)
        if house.state is None:
            page.goto(house.inviting)
            page.locator("main input[type=search]").wait_for()
            house.state = context.storage_state()
        page.goto(house.address + view)
        page.locator("main").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def shot() -> Callable[[Any, str], None]:
    """Keeps a picture of a page under ``tests/web/shots``."""

    def taken(page: Any, name: str) -> None:
        SHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}.png")

    return taken


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe, which checks a page for what keeps people from using it."""
    path = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if shutil.which("npm") is None:
        pytest.skip("there is no Node on this machine, whose packages bring axe")
    assert path.is_file(), "run `make web` first: it installs axe"
    return path.read_text("utf-8")


@pytest.fixture
def barriers(axe: str) -> Callable[[Any], list[str]]:
    """The serious and critical violations on a page as it stands."""

    def found(page: Any) -> list[str]:
        page.evaluate(axe)
        told = page.evaluate("axe.run({ resultTypes: ['violations'] })")
        return [
            f"{one['id']}: {node['html'][:160]}"
            for one in told["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]

    return found
