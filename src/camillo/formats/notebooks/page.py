"""One note of an export, as Markdown."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from camillo.domain.moment import Moment
from camillo.knowledge.notes.front import with_keys


@dataclass(frozen=True, slots=True)
class Page:
    """A note as an export has it.

    ``key`` are the export's own words for it, by which it is known again. ``path`` is where it lies, with
    ``/``. ``attachments`` names files that belong to it, which are not taken in. ``verbatim`` says that the
    text is the export's own, which then gets no front matter.
    """

    key: tuple[str, ...]
    title: str
    text: str
    path: str
    created: Moment | None = None
    updated: Moment | None = None
    tags: tuple[str, ...] = ()
    url: str = ""
    author: str = ""
    attachments: tuple[str, ...] = field(default=())
    verbatim: bool = False


def written(page: Page) -> str:
    r"""The text of a page, with what the export says of it in front matter.

    >>> print(written(Page(("x",), "A plan", "Body\n", "a.md", tags=("work",))), end="")
    ---
    title: A plan
    tags:
      - work
    ---
    Body
    """
    if page.verbatim:
        return page.text
    facts: Mapping[str, object] = {
        "title": page.title,
        "tags": list(page.tags),
        "created": page.created.text if page.created else "",
        "updated": page.updated.text if page.updated else "",
        "source": page.url,
        "author": page.author,
        "attachments": list(page.attachments),
    }
    return with_keys(page.text, {key: value for key, value in facts.items() if value})
