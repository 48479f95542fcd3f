import pytest

from camillo.ingest.graphemes import parts_well

CLUSTERS = [
    "a",
    "\r\n",
    "e\u0301",
    "e\u0323\u0301",
    "कि",
    "நி",
    "ก็",
    "❤\ufe0f",
    "👍🏽",
    "👩\u200d🚀",
    "👩\u200d👩\u200d👧\u200d👦",
    "🇵🇹",
    "한",
    "\u1112\u1161\u11ab",
    "가\u11a8",
    "\ud83d\ude00",
    "🏴\U000e0067\U000e0062\U000e007f",
    "\n",
    "今",
]


@pytest.mark.parametrize("cluster", CLUSTERS)
@pytest.mark.parametrize("other", ["a", "今", "🇫🇷", "😀", "한"])
def test_clusters_part_at_their_edges_only(cluster, other):
    text = other + cluster + other
    inside = range(len(other) + 1, len(other) + len(cluster))
    assert not any(parts_well(text, place) for place in inside)
    assert parts_well(text, len(other)) and parts_well(text, len(other) + len(cluster))


def test_flags_part_in_pairs_from_the_given_start():
    flags = "🇵🇹🇫🇷🇩🇪"
    assert [place for place in range(7) if parts_well(flags, place)] == [0, 2, 4, 6]
    assert parts_well(flags, 3, start=1)
