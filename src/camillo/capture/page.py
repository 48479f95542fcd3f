"""An HTML page as Markdown, with title, author, day and site."""

import re
from html import unescape
from urllib.parse import urlsplit

from camillo.capture.bounded import Bounds, need, read_apart
from camillo.capture.captured import Captured, titled_by
from camillo.capture.charset import decoded
from camillo.capture.embedded import string
from camillo.capture.video import Video, moment, video
from camillo.domain.errors import InvalidInput, Unreadable
from camillo.domain.moment import Moment
from camillo.knowledge.notes.addresses import canonical_url
from camillo.knowledge.notes.slugs import one_line
from camillo.text.language import detect

#: No article is written in so much HTML; a longer page would be read for minutes.
LARGEST = 16 * 1024 * 1024
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?=$|[-_])")
_BOUNDS = Bounds(seconds=60.0)
_MEND = "open it in a browser, save it there, and capture the file"
#: Hosts that show the pages of another: only their beginnings differ.
_SAME = re.compile(r"^(www|m|mobile|amp)\.")


def read_page(content: bytes, url: str, *, charset: str = "", bounds: Bounds = _BOUNDS) -> Captured:
    """The main text of a page as Markdown. ``charset`` is what the server said.

    Articles of WeChat are read as such; of a video's page only what it carries itself, see
    :func:`camillo.capture.web.capture` for its transcript.

    Raises:
        InvalidInput: it is larger than 16 MB, or the extra is not installed.
        Unreadable: it has no text, or none without running its scripts, or takes too long.
    """
    if len(content) > LARGEST:
        raise InvalidInput(f"{url} is larger than {LARGEST:,} bytes, too much for a page", _MEND)
    html = decoded(content, charset, url)
    if shown := video(url, html):
        return of_video(shown, url)
    need("trafilatura", "markdownify")
    if (urlsplit(url).hostname or "").lower() == "mp.weixin.qq.com":
        return _wechat(html, url, bounds)
    told = read_apart("page", f"{url}\n{html}".encode("utf-8", "replace"), url, bounds)
    text = told.get("markdown", "").strip()
    if told.get("scripted"):
        raise Unreadable(f"{url} shows nothing without running its scripts", _MEND)
    if not text:
        raise Unreadable(f"{url} has no text that can be taken out", _MEND)
    return Captured(
        url=canonical_url(_own_address(told.get("canonical", ""), url)),
        title=one_line(told.get("title", "")) or titled_by(urlsplit(url).path) or url,
        author=one_line(told.get("author", "")),
        published=moment(one_line(told.get("published", ""), 60)),
        site=one_line(told.get("site", "")) or (urlsplit(url).hostname or ""),
        language=language_of(told.get("language", ""), text),
        markdown=text,
        how="page",
    )


def of_video(shown: Video, url: str) -> Captured:
    """A video's page as captured."""
    text = shown.markdown()
    return Captured(
        url=canonical_url(url),
        title=one_line(shown.title),
        author=one_line(shown.author),
        published=shown.published,
        site=shown.site,
        language=language_of("", text),
        markdown=text,
        how=shown.how,
    )


def language_of(told: str, text: str) -> str:
    """The code of a language: what is told, else what the words tell, else empty."""
    found = _LANGUAGE.match(told.strip())
    return found[0].lower() if found else detect(text) or ""


def _wechat(html: str, url: str, bounds: Bounds) -> Captured:
    told = read_apart("wechat", html.encode("utf-8", "replace"), url, bounds)
    text, title = told.get("markdown", "").strip(), unescape(string(html, "msg_title"))
    name = one_line(unescape(string(html, "nickname")))
    if not text or not title:
        raise Unreadable(
            f"{url} holds no article: it was deleted, or WeChat asks for a check", _MEND
        )
    return Captured(
        url=canonical_url(url),
        title=one_line(title),
        author=one_line(unescape(_meta(html, "author"))) or name,
        published=_day_of(html),
        site=name or "WeChat",
        language=language_of("", text),
        markdown=text,
        how="wechat",
    )


def _day_of(html: str) -> Moment | None:
    """When an article was published: seconds since 1970 in ``ct``, else what is shown, in China's time."""
    since = string(html, "ct", "create_time")
    if since.isdecimal() and len(since) < 12:
        return Moment.from_epoch(int(since))
    shown = string(html, "publish_time", "createTime")
    return moment(f"{shown}+08:00" if re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", shown) else shown)


def _meta(html: str, name: str) -> str:
    found = re.search(rf"""<meta\s+name=["']{name}["']\s+content=["']([^"'<>]{{1,200}})""", html)
    return found[1] if found else ""


def _own_address(told: str, url: str) -> str:
    """The address that a page gives itself, if it may: of its own site, and not that of its front page.

    A page that named another's address would else become a version of it.
    """
    try:
        named, fetched = urlsplit(told), urlsplit(url)
        hosts = [_SAME.sub("", (one.hostname or "").lower()) for one in (named, fetched)]
    except ValueError:
        return url
    if named.scheme not in ("http", "https") or hosts[0] != hosts[1] or "@" in named.netloc:
        return url
    is_front = named.path in ("", "/") and not named.query
    return url if is_front and fetched.path not in ("", "/") else told
