import pytest

from camillo.capture.bounded import Bounds
from camillo.capture.page import read_page
from camillo.domain.errors import InvalidInput, Unreadable

WORDS = "The committee met on Tuesday and agreed, after some talk, to keep the old harbour open. "
ARTICLE = f"""<!doctype html><html lang="en-GB"><head><title>Harbour stays open - The Gull</title>
<meta property="og:title" content="Harbour stays&#10;open"><meta name="author" content="Ada Finch">
<meta property="og:site_name" content="The Gull"><link rel="canonical" href="/news/harbour?utm_source=x">
<meta property="article:published_time" content="2024-05-01T10:00:00+02:00"></head><body>
<nav><a href="/">Home</a> <a href="/sport">Sport</a></nav><article><h1>Harbour stays open</h1>
<p>{WORDS * 3}See <a href="/plan?b=1">the plan</a>, which is <b>binding</b>.</p>
<h2>What follows</h2><ul><li>new cranes</li><li>no fees</li></ul><pre><code>depth = 4
  metres</code></pre><blockquote><p>{WORDS}</p></blockquote>
<table><tr><th>year</th><th>ships</th></tr><tr><td>2023</td><td>41</td></tr></table></article>
<footer>All rights reserved</footer><script>track()</script></body></html>"""


def test_a_page_becomes_markdown_with_title_author_day_and_site():
    got = read_page(ARTICLE.encode(), "https://www.gull.example/news/harbour?fbclid=1#top")
    assert (got.title, got.author, got.site, got.how) == (
        "Harbour stays open",
        "Ada Finch",
        "The Gull",
        "page",
    )
    assert (got.published.text, got.published.offset) == ("2024-05-01T10:00:00+02:00", 120)
    assert got.url == "https://www.gull.example/news/harbour"
    assert got.language == "en"
    assert "[the plan](https://www.gull.example/plan?b=1)" in got.markdown
    for part in (
        "**binding**",
        "## What follows",
        "- new cranes",
        "depth = 4\n  metres",
        "| 2023 | 41 |",
    ):
        assert part in got.markdown
    for noise in ("Sport", "track", "All rights"):
        assert noise not in got.markdown


def test_the_digest_changes_with_the_text_and_not_with_the_rest_of_the_page():
    def digest(page):
        return read_page(page.encode(), "https://gull.example/a").digest

    assert digest(ARTICLE) == digest(ARTICLE.replace("track()", "track(17)"))
    assert digest(ARTICLE) != digest(ARTICLE.replace("41", "42"))


@pytest.mark.parametrize(
    ("own", "kept"),
    [
        ("https://m.gull.example/news/1", "https://m.gull.example/news/1"),
        ("//gull.example/news/1", "https://gull.example/news/1"),
        ("https://bank.example/news/1", None), ("https://gull.example/", None), ("javascript:alert(1)", None),
        ("https://x@gull.example/a", None), ("http://[half", None), ("https://evilgull.example/", None),
    ],
)  # fmt: skip
def test_a_page_may_name_its_own_address_but_not_that_of_another(own, kept):
    page = ARTICLE.replace("/news/harbour?utm_source=x", own)
    got = read_page(page.encode(), "https://www.gull.example/shown?id=7")
    assert got.url == (kept or "https://www.gull.example/shown?id=7")


def test_a_date_that_is_not_told_stays_missing():
    page = f"<html><body><article><p>{WORDS * 5}</p><p>Copyright 2019</p></article></body></html>"
    got = read_page(page.encode(), "https://gull.example/a-walk")
    assert got.published is None
    assert (got.author, got.title, got.site) == ("", "a-walk", "gull.example")


@pytest.mark.parametrize(
    "body",
    [
        "<p>短文：会议决定保留<b>旧港</b>，见<a href='/a'>计划</a>。</p><p>第二段。</p>",
        "<div><h1>短文</h1>会议决定保留<b>旧港</b>，见<a href='/a'>计划</a>。<br>第二段。</div>",
    ],
)
def test_a_short_page_keeps_its_words_and_its_lines(body):
    page = f"<html><body><nav><a href=/>首页</a></nav>{body}<script>a()</script></body></html>"
    got = read_page(page.encode("gbk"), "https://gull.example/", charset="iso-8859-1")
    assert "会议决定保留**旧港**，见[计划](https://gull.example/a)。" in got.markdown
    assert "第二段" in got.markdown
    assert "首页" not in got.markdown
    assert got.language == "zh"


@pytest.mark.parametrize(
    "page",
    [
        '<div id="root"></div><script src="app.js"></script>',
        '<div id="app">Loading...</div><noscript>Please enable JavaScript to run this app, which needs it for all '
        'that it shows to you, today and tomorrow.</noscript><script>boot()</script>',
        '<body><script>document.write("<p>late</p>")</script></body>',
    ],
)  # fmt: skip
def test_a_page_that_only_scripts_draw_is_an_error_that_says_so(page):
    with pytest.raises(Unreadable, match="without running its scripts"):
        read_page(page.encode(), "https://app.example/")


@pytest.mark.parametrize("page", ["<html><body></body></html>", "<!-- nothing -->", "<p> </p>"])
def test_a_page_without_text_is_an_error(page):
    with pytest.raises(Unreadable, match="no text"):
        read_page(page.encode(), "https://empty.example/")


def test_a_page_that_is_too_large_or_too_deep_or_too_slow_is_an_error_and_not_half_a_page():
    with pytest.raises(InvalidInput, match="larger"):
        read_page(b"<p>" + b"a" * 17_000_000, "https://large.example/")
    deep = b"<div>" * 100_000 + b"deep" + b"</div>" * 100_000
    with pytest.raises(Unreadable, match="broken"):
        read_page(deep, "https://deep.example/")
    many = (
        "<html><body><article>" + f"<p>{WORDS}</p>" * 60_000 + "</article></body></html>"
    ).encode()
    with pytest.raises(Unreadable, match="within 1 seconds"):
        read_page(many, "https://slow.example/", bounds=Bounds(seconds=1.0))
    with pytest.raises(Unreadable, match="more than 50 characters"):
        read_page(ARTICLE.encode(), "https://gull.example/", bounds=Bounds(text=50))


def test_hostile_fields_stay_on_one_line():
    page = ARTICLE.replace("Ada Finch", "Ada&#10;---&#13;forged: yes\u202e")
    got = read_page(page.encode(), "https://gull.example/")
    assert got.author.isprintable()
    assert "\n" not in got.author


def test_without_the_extra_the_error_names_it(monkeypatch):
    monkeypatch.setattr("camillo.capture.bounded.find_spec", lambda name: None)
    with pytest.raises(InvalidInput, match=r"pip install 'camillo\[capture\]'"):
        read_page(ARTICLE.encode(), "https://gull.example/")


WECHAT = r"""<!DOCTYPE html><html><head><meta property="og:title" content="x"><meta name="author" content="李四">
</head><body><h1 id="activity-name">秋天的港口</h1>
<div class="rich_media_content" id="js_content" style="visibility: hidden; opacity: 0;"><section><p><span>第一段，
讲<strong>旧港</strong>。</span></p><img data-src="https://mmbiz.qpic.cn/a/640" /><h2>二、计划</h2>
<p>第二段&nbsp;有<a href="https://example.org/">链接</a>。</p><script>bad()</script></section></div>
<div id="js_pc_qr_code">扫码</div>
<script>var biz = "MzA=" || ""; var ct = "1714530000"; var msg_title = '秋天的\x26quot;港口\x26quot;'.html(false);
var nickname = htmlDecode("海鸥日报"); var publish_time = "2024-05-01" || "";</script></body></html>"""


def test_an_article_of_wechat_is_read_from_its_page():
    url = (
        "https://mp.weixin.qq.com/s?__biz=MzA=&mid=1&idx=1&sn=ab&chksm=cd&scene=21#wechat_redirect"
    )
    got = read_page(WECHAT.encode(), url)
    assert (got.title, got.author, got.site, got.how) == (
        '秋天的"港口"',
        "李四",
        "海鸥日报",
        "wechat",
    )
    assert got.url == "https://mp.weixin.qq.com/s?__biz=MzA=&mid=1&idx=1&sn=ab"
    assert got.published.to_datetime().isoformat() == "2024-05-01T02:20:00+00:00"
    assert got.language == "zh"
    for part in ("**旧港**", "## 二、计划", "[链接](https://example.org/)"):
        assert part in got.markdown
    for noise in ("bad()", "扫码", "mmbiz", "visibility"):
        assert noise not in got.markdown


def test_the_day_of_an_article_is_read_in_chinas_time_where_only_that_is_shown():
    page = WECHAT.replace('var ct = "1714530000";', "").replace(
        '"2024-05-01" || ""', '"2024-05-01 08:30"'
    )
    got = read_page(page.encode(), "https://mp.weixin.qq.com/s/abc")
    assert got.published.text == "2024-05-01 08:30+08:00"


def test_an_article_that_was_deleted_is_an_error():
    page = "<html><body><div class='weui-msg'>该内容已被发布者删除</div></body></html>"
    with pytest.raises(Unreadable, match="deleted"):
        read_page(page.encode(), "https://mp.weixin.qq.com/s/abc")


@pytest.mark.parametrize("length", [1, 9])
def test_a_link_that_would_run_something_becomes_its_words_alone(length):
    links = "<a href='javascript:alert(1)'>one</a> <a href=' JAVAscript&#58;x'>two</a> "
    links += "<a href='data:text/html,x'>three</a>"
    good = "<a href='mailto:a@gull.example'>mail</a> <a href='/a:b'>place</a> <a href='?q=a:b'>query</a>"
    page = f"<html><body><article><p>{WORDS * length}{links} {good}</p></article></body></html>"
    got = read_page(page.encode(), "https://gull.example/x").markdown
    assert "script" not in got.lower()
    assert "data:" not in got
    assert "one two three" in got
    for kept in (
        "[mail](mailto:a@gull.example)",
        "[place](https://gull.example/a:b)",
        "[query](https://gull.example/x?q=a:b)",
    ):
        assert kept in got
