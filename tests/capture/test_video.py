import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.capture.embedded import assigned, at, everywhere, string
from camillo.capture.page import read_page
from camillo.capture.video import lines_of, video

BODY = {
    "body": [{"from": 0, "to": 2.5, "content": "大家好"}, {"from": 3_723.4, "content": "再见\n"}]
}
BILIBILI = {
    "aid": 1,
    "videoData": {
        "bvid": "BV1xx411c7mD", "title": "旧港的一天", "desc": "拍摄于五月。\n第二行", "pubdate": 1714530000,
        "owner": {"mid": 1, "name": "海鸥"},
        "subtitle": {"list": [{"lan": "zh-CN", "subtitle_url": "//aisubtitle.hdslb.com/bfs/a.json"}]},
    },
}  # fmt: skip
PLAYER = {
    "videoDetails": {
        "videoId": "abcdefghijk", "title": "A day at the harbour", "author": "The Gull",
        "shortDescription": "Shot in May.\n\nhttps://gull.example", "lengthSeconds": "61",
    },
    "microformat": {"playerMicroformatRenderer": {"publishDate": "2024-05-01T03:00:00-07:00"}},
    "captions": {"playerCaptionsTracklistRenderer": {"captionTracks": [
        {"baseUrl": "https://www.youtube.com/api/timedtext?v=abc&kind=asr", "kind": "asr"},
        {"baseUrl": "https://www.youtube.com/api/timedtext?v=abc", "languageCode": "en"},
    ]}},
}  # fmt: skip


def segment(milliseconds, *texts):
    runs = [{"text": text} for text in texts]
    return {"transcriptSegmentRenderer": {"startMs": str(milliseconds), "snippet": {"runs": runs}}}


def bilibili(state):
    told = json.dumps(state, ensure_ascii=False)
    return (
        f"<html><script>window.__INITIAL_STATE__={told};(function(){{var s;}}());</script></html>"
    )


def youtube(player, data=None):
    name = "<script>var ytInitialPlayerResponse ="
    told = f"{name} null;</script>{name} {json.dumps(player)};"
    return f"<html>{told}var meta = 1;</script><script>var ytInitialData = {json.dumps(data or {})};</script></html>"


def test_a_page_of_bilibili_gives_title_author_description_and_the_subtitles_that_it_carries():
    state = json.loads(json.dumps(BILIBILI))
    state["videoData"]["subtitle"]["list"][0] |= BODY
    url = "https://www.bilibili.com/video/BV1xx411c7mD/?spm_id_from=333.1&vd_source=9"
    got = read_page(bilibili(state).encode(), url)
    assert (got.title, got.author, got.site, got.how) == (
        "旧港的一天",
        "海鸥",
        "Bilibili",
        "bilibili",
    )
    assert got.url == "https://www.bilibili.com/video/BV1xx411c7mD/"
    assert got.published.to_datetime().isoformat() == "2024-05-01T02:20:00+00:00"
    assert got.markdown.startswith(
        "拍摄于五月。\n第二行\n\n## Transcript\n\n- [00:00] 大家好\n- [1:02:03] 再见"
    )


def test_a_page_of_youtube_gives_title_author_description_and_the_transcript_that_it_shows():
    data = {
        "engagementPanels": [
            {"x": {"initialSegments": [segment(0, "Good", " morning"), segment(61_500, "Bye")]}}
        ]
    }
    url = "https://www.youtube.com/watch?v=abcdefghijk&si=track"
    got = read_page(youtube(PLAYER, data).encode(), url)
    assert (got.title, got.author, got.how) == ("A day at the harbour", "The Gull", "youtube")
    assert got.url == "https://www.youtube.com/watch?v=abcdefghijk"
    assert got.published.text == "2024-05-01T03:00:00-07:00"
    assert got.markdown == (
        "Shot in May.\n\nhttps://gull.example\n\n## Transcript\n\n- [00:00] Good morning\n- [01:01] Bye"
    )


def test_a_video_without_a_transcript_says_where_one_may_be_fetched():
    shown = video("https://www.bilibili.com/video/BV1xx411c7mD", bilibili(BILIBILI))
    assert (shown.lines, shown.captions) == ((), "https://aisubtitle.hdslb.com/bfs/a.json")
    shown = video("https://youtu.be/abcdefghijk", youtube(PLAYER))
    assert shown.captions == "https://www.youtube.com/api/timedtext?v=abc&fmt=json3"


def test_captions_of_both_sites_are_read():
    assert lines_of(BODY) == ((0.0, "大家好"), (3_723.4, "再见\n"))
    events = [
        {"tStartMs": 1_500, "segs": [{"utf8": "Good"}, {"utf8": " day"}]},
        {"tStartMs": 9},
        {"segs": [{"utf8": "\n"}]},
    ]
    assert lines_of({"events": events}) == ((1.5, "Good day"),)


@pytest.mark.parametrize(
    "url",
    [
        "https://notbilibili.com/video/BV1",
        "https://bilibili.com.evil.example/",
        "https://example.org/",
    ],
)
def test_only_the_pages_of_the_sites_themselves_are_read_as_theirs(url):
    assert video(url, bilibili(BILIBILI)) is None
    assert video(url, youtube(PLAYER)) is None


@pytest.mark.parametrize(
    "page",
    [
        "", "window.__INITIAL_STATE__={", 'window.__INITIAL_STATE__={"videoData": []}',
        bilibili({"videoData": {"title": 5}}),
        "window.__INITIAL_STATE__=" + '{"a":' * 100_000, "ytInitialPlayerResponse = {" * 50_000,
    ],
)  # fmt: skip
def test_a_page_without_a_video_is_none(page):
    assert video("https://www.bilibili.com/video/BV1", page) is None
    assert video("https://www.youtube.com/watch", page) is None


JSON = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["title", "list", "subtitle", "owner", "name", "pubdate", "body", "from"]
            ),
            inner,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_a_video_page_of_any_shape_is_read_or_left(tree):
    page = bilibili(
        {
            "videoData": {
                "title": "t",
                "subtitle": tree,
                "owner": tree,
                "pubdate": tree,
                "staff": tree,
            }
        }
    )
    assert video("https://bilibili.com/video/1", page).title == "t"
    player = {"videoDetails": {"title": "t", "author": tree}, "captions": tree, "microformat": tree}
    assert video("https://youtube.com/watch", youtube(player, tree)).title == "t"
    lines_of({"body": tree, "events": tree})


def test_strings_and_objects_of_scripts_are_read_as_scripts_mean_them():
    assert string(r"""var t = '\u79cb\x26 \'a\' \ud83d\ude00\n';""", "t") == "秋& 'a' 😀"
    assert string('var t = ""; var t = "b";', "t") == "b"
    assert string("vart = 'x'", "t") == ""
    assert assigned('x.a={"b":2}; a = {"c": 1}', "a") == {"b": 2}
    assert assigned('window["a"] = {"b":3};', "a") == {"b": 3}
    assert at({"a": [1]}, "a", 5) is None
    assert list(everywhere([{"a": 1, "b": {"a": 2}}, {"a": 3}], "a")) == [1, 2, 3]


@pytest.mark.parametrize(
    "part",
    [
        "var t = ", "var t = '", 'var t = "\\', "var t = f(", "var ", "var t =" + " " * 500, "t = {", 't = {"a": [',
        "t" + " " * 500, "t'\"]", '<meta name="author" content="',
    ],
)  # fmt: skip
def test_reading_scripts_takes_no_longer_than_the_page_is_long(part):
    page = (part * 200_000)[:500_000]
    begun = time.monotonic()
    assert len(string(page, "t", "u", "v")) < 20
    assigned(page, "t")
    video("https://www.youtube.com/watch", page.replace("t =", "ytInitialPlayerResponse ="))
    assert time.monotonic() - begun < 5
