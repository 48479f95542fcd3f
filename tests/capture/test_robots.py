import pytest

from camillo.capture.fetch import Limits, fetch
from camillo.capture.robots import Robots
from camillo.domain.errors import InvalidInput


@pytest.fixture
def clock():
    class Clock:
        now = 0.0

        def __call__(self):
            return self.now

    return Clock()


@pytest.fixture
def robots(web, clock):
    return Robots(lambda url: fetch(url, limits=Limits(seconds=2), allowed=web.allowed), clock)


def test_what_a_site_asks_to_leave_alone_is_left_alone(web, robots):
    rules = "User-agent: *\nDisallow: /private\nAllow: /private/open$\n\nUser-agent: Camillo\nDisallow: /*.pdf$\n"
    web.serve("/robots.txt", "\ufeff" + rules, "text/plain")
    assert robots.allow(web.url + "/private/a")
    assert not robots.allow(web.url + "/a/b.pdf")
    assert robots.allow(web.url + "/a/b.pdf?c=1")


def test_rules_for_everybody_hold_where_there_are_none_of_its_own(web, robots):
    web.serve(
        "/robots.txt",
        "User-agent: *\nDisallow: /private\nUser-agent: Other\nDisallow: /",
        "text/plain",
    )
    assert not robots.allow(web.url + "/private/a")
    assert robots.allow(web.url + "/")


def test_a_site_is_asked_once_a_day(web, robots, clock):
    web.serve("/robots.txt", "User-agent: *\nDisallow: /a", "text/plain")
    assert [robots.allow(web.url + path) for path in ("/a", "/b", "/a")] == [False, True, False]
    web.serve("/robots.txt", "", "text/plain")
    clock.now = 86_399.0
    assert not robots.allow(web.url + "/a")
    clock.now = 86_401.0
    assert robots.allow(web.url + "/a")
    assert len(web.asked) == 2


def test_a_site_without_rules_allows_all_and_one_out_of_order_nothing(web, robots, clock):
    web.at("/robots.txt", lambda request: request.send("", status=503))
    assert not robots.allow(web.url + "/a")
    del web.pages["/robots.txt"]
    assert not robots.allow(web.url + "/a")
    clock.now = 601.0
    assert robots.allow(web.url + "/a")


def test_rules_behind_the_limit_are_not_read_and_none_is_cut_in_half(web, robots):
    filler = "#" + "a" * 98 + "\n"
    text = "User-agent: *\nDisallow: /a\n" + filler * 5_242 + "Disallow: /" + "b" * 200 + "\n"
    web.serve("/robots.txt", text, "text/plain")
    assert not robots.allow(web.url + "/a")
    assert robots.allow(web.url + "/b")


def test_rules_that_lie_at_a_private_address_are_not_fetched(web, robots):
    web.redirect("/robots.txt", "http://10.0.0.1/robots.txt")
    with pytest.raises(InvalidInput, match=r"10\.0\.0\.1"):
        robots.allow(web.url + "/")
