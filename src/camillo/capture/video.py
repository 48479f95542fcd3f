"""Pages of videos: title, author, description, and the transcript where the page carries one."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

from camillo.capture.embedded import assigned, at, everywhere
from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment

#: Seconds from the beginning, and what is said.
Line = tuple[float, str]


@dataclass(frozen=True, slots=True)
class Video:
    """What the page of a video holds. ``captions`` is where its transcript may be fetched, or empty."""

    how: str
    site: str
    title: str
    author: str
    published: Moment | None
    description: str
    lines: tuple[Line, ...] = ()
    captions: str = ""

    def markdown(self) -> str:
        """Description and transcript, a line with its time for each that is said."""
        parts = [self.description.strip()] if self.description.strip() else []
        if self.lines:
            said = "\n".join(
                f"- [{_clock(at)}] {' '.join(text.split())}" for at, text in self.lines
            )
            parts.append(f"## Transcript\n\n{said}")
        return "\n\n".join(parts)


def video(url: str, html: str) -> Video | None:
    """The video of a page of Bilibili or YouTube; None where the page is of another site or has none."""
    host = (urlsplit(url).hostname or "").lower()
    for sites, read in _READERS.items():
        if any(host == site or host.endswith("." + site) for site in sites):
            return read(html)
    return None


def lines_of(captions: object) -> tuple[Line, ...]:
    """The lines of captions: the JSON of Bilibili (``body``) or of YouTube (``events``).

    >>> lines_of({"body": [{"from": 1.5, "to": 2, "content": "hello"}]})
    ((1.5, 'hello'),)
    """
    found: list[Line] = []
    for row in _list(at(captions, "body")):
        found.append((_number(at(row, "from")), _text(at(row, "content"))))
    for event in _list(at(captions, "events")):
        said = "".join(_text(at(part, "utf8")) for part in _list(at(event, "segs")))
        found.append((_number(at(event, "tStartMs")) / 1_000, said))
    return tuple((seconds, text) for seconds, text in found if text.strip())


def _bilibili(html: str) -> Video | None:
    data = at(assigned(html, "__INITIAL_STATE__"), "videoData")
    if not _text(at(data, "title")):
        return None
    tracks = _list(at(data, "subtitle", "list"))
    inside = next((lines for track in tracks if (lines := lines_of(track))), ())
    address = next((told for one in tracks if (told := _text(at(one, "subtitle_url")))), "")
    owners = [_text(at(one, "name")) for one in _list(at(data, "staff"))]
    return Video(
        how="bilibili",
        site="Bilibili",
        title=_text(at(data, "title")),
        author=", ".join(filter(None, owners)) or _text(at(data, "owner", "name")),
        published=_since_1970(at(data, "pubdate")),
        description=_text(at(data, "desc")),
        lines=inside,
        captions=f"https:{address}" if address.startswith("//") else address,
    )


def _youtube(html: str) -> Video | None:
    player = assigned(html, "ytInitialPlayerResponse")
    details = at(player, "videoDetails")
    if not _text(at(details, "title")):
        return None
    more = at(player, "microformat", "playerMicroformatRenderer")
    tracks = _list(at(player, "captions", "playerCaptionsTracklistRenderer", "captionTracks"))
    # Those that somebody wrote come before those that a machine heard.
    tracks = sorted(tracks, key=lambda track: at(track, "kind") == "asr")
    address = next((told for one in tracks if (told := _text(at(one, "baseUrl")))), "")
    day = _text(at(more, "publishDate")) or _text(at(more, "uploadDate"))
    return Video(
        how="youtube",
        site="YouTube",
        title=_text(at(details, "title")),
        author=_text(at(details, "author")),
        published=moment(day),
        description=_text(at(details, "shortDescription")),
        lines=_shown(assigned(html, "ytInitialData")),
        captions=f"{address}&fmt=json3" if address else "",
    )


def _shown(data: object) -> tuple[Line, ...]:
    """The transcript that YouTube shows beside a video, where the page has it already."""
    found: list[Line] = []
    for row in everywhere(data, "transcriptSegmentRenderer"):
        runs = _list(at(row, "snippet", "runs"))
        said = "".join(_text(at(run, "text")) for run in runs)
        found.append((_number(at(row, "startMs")) / 1_000, said))
    return tuple((seconds, text) for seconds, text in found if text.strip())


_READERS: dict[tuple[str, ...], Callable[[str], Video | None]] = {
    ("bilibili.com",): _bilibili,
    ("youtube.com", "youtu.be", "youtube-nocookie.com"): _youtube,
}


def moment(told: str) -> Moment | None:
    """A time as a page tells it, in ISO 8601; None where it is none."""
    try:
        return Moment.parse(told) if told else None
    except InvalidInput:
        return None


def _since_1970(told: object) -> Moment | None:
    seconds = _number(told)
    try:
        return Moment.parse(datetime.fromtimestamp(seconds, UTC)) if seconds > 0 else None
    except (ValueError, OverflowError, OSError):
        return None


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def _text(told: object) -> str:
    return told if isinstance(told, str) else ""


def _list(told: object) -> list[object]:
    return told if isinstance(told, list) else []


def _number(told: object) -> float:
    try:
        number = float(told) if isinstance(told, int | float | str) else 0.0
    except (ValueError, OverflowError):
        return 0.0
    return number if 0 <= number < 1e11 else 0.0
