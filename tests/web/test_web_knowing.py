"""Timeline, graph, notes and review: hostile text in each, no barrier in any, at the width of a telephone too."""

from urllib.parse import quote

import pytest

from camillo import Palace

pytestmark = pytest.mark.slow

PHONE = {"width": 375, "height": 720}
MARKUP = '<img src="x" onerror="window.pwned=1"><script>window.pwned=1</script> ${7*7} {{7*7}} </div></main>'
BIDI = "user\u202etxt.exe\u2066hidden\u2069 \u200fend"
NOTE = f"""---
title: "{MARKUP.replace('"', "'")}"
tags: ["<b>tag</b>"]
---
# <img src=x onerror=pwned()> heading

{MARKUP}

{BIDI}

[click](javascript:window.pwned=1) [data](data:text/html,<script>pwned()</script>) [file](file:///etc/passwd)
![picture](https://evil.test/pixel.png) ![near](/pixel.png) <https://evil.test/auto>
[[<script>pwned()</script>|<b>alias</b>]] [mail](vbscript:pwned())

| a | {MARKUP.replace("|", "")} |
|---|---|
| <b>b</b> | `{MARKUP}` |

> <iframe src="https://evil.test"></iframe>

- [x] <b>done</b>

```html
{MARKUP}
```

{"W" * 100_000}
"""
SAID = f"The harbour note says {MARKUP} {BIDI} again and again."
#: Each view with what is there when it has been drawn.
VIEWS = {
    "#/timeline": ".fact",
    "#/graph": ".starts",
    "#/graph?all=1": ".dots",
    "#/graph?id={entity}": "[data-chosen]",
    "#/notes": ".heads",
    "#/notes?q=harbour": ".answer",
    "#/notes/harbour": ".markdown",
    "#/notes/harbour?mode=edit": ".preview .markdown",
    "#/notes/harbour?mode=history": ".diff",
    "#/review": ".card",
    "#/review/contradictions": ".pair",
    "#/review/duplicates": ".card",
    "#/review/decided": ".empty, .card",
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory, served):
    """A page over notes, facts and memories that mean harm."""
    place = tmp_path_factory.mktemp("knowing") / "palace.camillo"
    with Palace.open(place) as palace:
        palace.notes.create(NOTE, slug="harbour", link=False, title=MARKUP)
        palace.notes.edit("harbour", NOTE + "\n\n<b>more</b>", version=1, link=False)
        palace.notes.create("[[harbour]] " + MARKUP, title="Other", link=False)
        for day in ("01", "02", "03"):
            palace.add(
                SAID,
                wing="<b>w</b>",
                conversation=f"c{day}",
                at=f"2025-06-{day}",
                speaker=MARKUP[:40],
            )
        palace.facts.add("<img src=x onerror=pwned()>", "capital of", "<b>Switzerland</b>")
        palace.facts.add("<b>Switzerland</b>", "capital", "<i>Zug</i>")
        palace.facts.add("<b>Switzerland</b>", "<script>pwned()</script>", MARKUP[:200])
    return served(place)


def drawn(page, view):
    page.locator(VIEWS[view]).first.wait_for()
    page.wait_for_timeout(600)


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("view", VIEWS)
def test_remembered_text_is_inert(hostile, visit, watched, view, width):
    with Palace.open(hostile.palace) as palace:
        (found, *_) = palace.looking.named("<b>switzerland", 1)
    address = view.format(entity=quote(found.id))
    page = visit(hostile, address, viewport={"width": width, "height": 800})
    drawn(page, view)
    page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
    page.wait_for_timeout(200)
    assert page.evaluate("window.pwned") is None
    made = "main img, main script, main iframe, main b, main svg, main form form, main [onerror]"
    assert page.locator(made).count() == 0
    links = page.locator("main a").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    assert all(one.startswith(("#/", "https://evil.test")) for one in links), links
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0
    told = page.locator("main").inner_text()
    assert "\u202e" not in told
    assert "\u2066" not in told
    assert not [one for one in watched.asked if "evil.test" in one]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", [one for one in VIEWS if "{" not in one])
def test_no_view_has_a_serious_barrier(hostile, visit, barriers, view, scheme):
    page = visit(hostile, view, color_scheme=scheme)
    drawn(page, view)
    assert barriers(page) == []


@pytest.mark.parametrize("view", ["#/timeline", "#/graph?all=1", "#/notes/harbour", "#/review"])
def test_a_view_fits_a_telephone_and_speaks_chinese(hostile, visit, shot, view):
    page = visit(hostile, view, viewport=PHONE, has_touch=True, is_mobile=True, locale="zh-CN")
    drawn(page, view)
    assert page.locator("html").get_attribute("lang") == "zh-Hans"
    nav = page.locator(".top nav").inner_text()
    assert "时间线" in nav and "关系图" in nav and "笔记" in nav and "审阅" in nav
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0
    shot(page, "phone-" + view.strip("#/").split("?")[0].split("/")[0])
