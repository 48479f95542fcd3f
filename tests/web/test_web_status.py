"""Status, what happens live, language and theme in the browser."""

import subprocess
import sys

import pytest

from camillo import Palace

pytestmark = pytest.mark.slow


def test_it_says_what_leaves_the_machine_and_how_sources_stand(own_house, tmp_path, visit, shot):
    note = tmp_path / "vault" / "gone.md"
    note.parent.mkdir()
    note.write_text("# Gone\n\nThis note goes away.\n")
    with Palace.open(own_house.palace) as palace:
        palace.mine(note.parent, refine=False)
        note.unlink()
        palace.mine(note.parent, refine=False)
    page = visit(own_house, "#/status")
    page.locator("[data-leaves=nothing]").wait_for()
    gone = page.locator("tr[data-state=unreachable]")
    assert "gone.md" in gone.inner_text() and "no longer there" in gone.inner_text()
    assert page.locator("tr[data-state=present]").count() >= 8
    page.get_by_text("No hook has run for this palace").wait_for()
    shot(page, "status")


def test_troubles_of_hooks_are_shown(own_house, visit):
    from camillo.app.resident.state import State

    state = State.of(own_house.palace)
    state.make()
    state.note("Stop", "<b>No space left on device</b>")
    page = visit(own_house, "#/status")
    page.get_by_text("<b>No space left on device</b>").wait_for()


def test_what_is_mined_meanwhile_is_told_and_shown_without_a_reload(own_house, tmp_path, visit):
    page = visit(own_house, "#/palace")
    page.locator('.live[data-live="true"]').wait_for()
    page.locator("[data-room]").first.wait_for()
    folder = tmp_path / "lighthouse"
    folder.mkdir()
    for number in range(5):
        (folder / f"{number}.md").write_text(f"# Page {number}\n\nThe lamp {number} is lit.\n")
    command = [sys.executable, "-m", "camillo.surfaces.cli.main", "mine", str(folder)]
    command += ["--wing", "lighthouse", "--palace", str(own_house.palace), "--json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    page.get_by_text("Mining:").wait_for()
    page.locator("[data-wing=lighthouse]").scroll_into_view_if_needed()
    page.locator('.newest a:has-text("The lamp")').first.wait_for()


def test_the_interface_speaks_chinese_and_remembers_it(house, visit, shot):
    page = visit(house, "#/status")
    page.get_by_label("Language").select_option("zh")
    page.get_by_role("heading", name="状态").wait_for()
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    page.reload()
    page.get_by_role("heading", name="状态").wait_for()
    page.get_by_role("link", name="宫殿").click()
    page.locator(".plan svg [data-room]").first.wait_for()
    shot(page, "palace-zh")


def test_themes_are_light_dark_or_the_systems(house, visit, shot):
    page = visit(house, "#/search?q=GraphQL", color_scheme="dark")
    page.locator(".talk").first.wait_for()

    def paper():
        return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")

    dark = paper()
    shot(page, "search-dark")
    page.get_by_label("Theme").select_option("light")
    light = paper()
    assert dark != light
    page.get_by_label("Theme").select_option("dark")
    assert paper() == dark
