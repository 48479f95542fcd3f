"""What the page must never do: run what is remembered, ask elsewhere, let others in, shut people out."""

import json

import pytest

from camillo import Palace

pytestmark = pytest.mark.slow

#: Each view with what it takes; ``{id}`` is the hostile text's id.
VIEWS = (
    "#/search?q=hostile",
    "#/palace",
    "#/palace/%3Cb%3Ewing%3C%2Fb%3E/%22%3E%3Csvg%20onload%3Dpwned()%3E",
    "#/read/{id}",
    "#/status",
)
MARKUP = (
    '<img src="x" onerror="window.pwned=1"><script>window.pwned=1</script>'
    '<a href="javascript:window.pwned=1">click</a> ${7*7} {{7*7}} </div></main>'
)
BIDI = "user\u202etxt.exe\u2066hidden\u2069 \u200f\u0000\u0007 end"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A palace whose texts, names and titles mean harm; and the id of one of them."""
    place = tmp_path_factory.mktemp("hostile")
    export = place / "turns.jsonl"
    row = {
        "conversation": "<i>c</i>",
        "title": f"<script>window.pwned=1</script> hostile {BIDI[:20]}",
        "speaker": "<img src=x onerror=pwned()>",
        "role": "user",
        "wing": "<b>wing</b>",
        "room": '"><svg onload=pwned()>',
        "at": "2026-01-01T00:00:00Z",
    }
    texts = (
        f"hostile {MARKUP}",
        f"hostile {BIDI}",
        f"hostile {'W' * 300_000}",
        "hostile שלום עולם 你好",
    )
    with export.open("w", encoding="utf-8") as out:
        for number, text in enumerate(texts):
            out.write(json.dumps({**row, "turn": str(number), "text": text}) + "\n")
    with Palace.open(place / "palace.camillo") as palace:
        palace.mine(export, refine=False)
        hits = palace.search("hostile").results
        id = next(one.id for one in hits if "onerror" in one.text)
    return place / "palace.camillo", id


@pytest.fixture(scope="module")
def hostile_house(hostile, served):
    return served(hostile[0])


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("width", [1280, 375])
def test_remembered_text_is_inert_in_every_view(hostile, hostile_house, visit, view, width):
    page = visit(
        hostile_house, view.format(id=hostile[1]), viewport={"width": width, "height": 800}
    )
    page.wait_for_function(
        "() => document.querySelector('main .talk, main [data-turn], main .part, main [data-room]')"
    )
    page.wait_for_timeout(500)
    for _ in range(2):  # what is folded inside something folded is made once that is open
        page.evaluate(
            "document.querySelectorAll('main details').forEach(one => { one.open = true; })"
        )
        page.wait_for_timeout(200)
    assert page.evaluate("window.pwned") is None
    made = "main img, main script, main iframe, main b, main i:not(.hall i), main svg svg, main a[href^='javascript']"
    assert page.locator(made).count() == 0
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0
    told = page.locator("main").inner_text()
    assert "\u202e" not in told and "\u2066" not in told
    assert "49 49" not in told


def test_marks_that_reorder_text_are_shown_by_name(hostile_house, visit):
    page = visit(hostile_house, "#/search?q=hostile end")
    page.locator(".unseen").first.wait_for()
    assert "U+202E" in page.locator("main").inner_text()


def test_right_to_left_and_cjk_text_stands_in_its_own_direction(hostile_house, visit):
    page = visit(hostile_house, "#/search?q=שלום")
    said = page.locator(".said", has_text="שלום").first
    said.wait_for()
    assert said.get_attribute("dir") == "auto"
    assert said.evaluate("e => getComputedStyle(e).unicodeBidi") in ("isolate", "plaintext")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "view", ["#/search?q=GraphQL", "#/palace", "#/palace/orion/claude-code", "#/read/", "#/status"]
)
def test_no_view_has_a_serious_barrier(house, visit, barriers, view, scheme):
    if view == "#/read/":
        with Palace.open(house.palace) as palace:
            view += palace.search("dull is what I want").results[0].id
    page = visit(house, view, color_scheme=scheme)
    page.locator(".talk, [data-room], [data-turn], .part").first.wait_for()
    page.wait_for_timeout(400)
    assert barriers(page) == []


def test_the_door_and_the_help_have_no_barrier(house, browser, visit, barriers):
    context = browser.new_context()
    page = context.new_page()
    page.goto(house.address)
    page.get_by_role("heading", name="This palace is locked").wait_for()
    assert barriers(page) == []
    context.close()
    page = visit(house)
    page.locator("h1").first.click(force=True)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    assert barriers(page) == []


def test_the_invitation_lets_one_browser_in_once(own_house, browser):
    def enters(address):
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        page.locator("main input").first.wait_for()
        at = page.url
        cookies = context.cookies()
        came = page.locator("main input[type=search]").count() == 1
        context.close()
        return came, at, cookies

    came, at, cookies = enters(own_house.inviting)
    assert came and "key=" not in at
    (cookie,) = cookies
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"
    assert not enters(own_house.inviting)[0]
    assert not enters(own_house.address)[0]


def test_another_site_can_neither_frame_it_nor_ask_it(house, visit, browser):
    import http.server
    import threading

    signed_in = visit(house)

    class Evil(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            content = f'<iframe src="{house.address}"></iframe>'.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Evil)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context(storage_state=house.state)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
    page.wait_for_timeout(500)
    framed = page.frames[1]
    assert framed.url.startswith("chrome-error:") or framed.locator("main").count() == 0
    # The same host on another port is the same site: the cookie is sent, and the answer must still be no.
    told = page.evaluate(
        """address => Promise.all([
        fetch(address + 'api/palace/stats', { credentials: 'include', mode: 'no-cors' }).then(r => r.type, e => 'no'),
        fetch(address + 'api/palace/stats', { credentials: 'include' }).then(r => r.status, e => 'no'),
        fetch(address + 'session', { method: 'DELETE', credentials: 'include' }).then(r => r.status, e => 'no'),
        ])""",
        house.address,
    )
    assert told == ["opaque", "no", "no"]
    context.close()
    server.shutdown()
    server.server_close()
    signed_in.reload()
    signed_in.locator("main input[type=search]").wait_for()
