"""Leaks that are planted are found, each as what it is: so that finding none says something."""

import gzip
import logging
import subprocess
import sys

import pytest

ANA, OTHER_ANA, BO = range(3)


def lived_in(make):
    """A world in which something was done by every door, and nothing leaked."""
    world = make()
    for who, door in ((ANA, "rest"), (BO, "tool"), (OTHER_ANA, "python")):
        world.store(who, "o", door)
        world.store(who, "v", door)
        world.state(who, door)
        world.write_page(who, "o", door)
    world.share(ANA, BO, "o")
    world.look(*range(5))
    world.look()
    return world


def once(real, swap):
    """A function that does something else, once."""
    left = [True]

    def called(*given, **more):
        if left and left.pop():
            return swap(*given, **more)
        return real(*given, **more)

    return called


def swapped_lease(world, patch):
    """The server lends one user another's palace, once."""
    from camillo.app.serving.palaces import OpenPalaces

    real = OpenPalaces.lease
    patch.setattr(
        OpenPalaces,
        "lease",
        once(real, lambda self, owner, *rest: real(self, world.owners[BO], *rest)),
    )


def swapped_store(world, patch):
    """Python is connected to another owner's store, once."""
    from camillo.app import compose

    real = compose.connect_store
    patch.setattr(
        compose,
        "connect_store",
        once(
            real,
            lambda address, owner, *rest, **more: real(address, world.owners[BO], *rest, **more),
        ),
    )


def wrong_window(world, patch):
    """A share opens another wing of its giver's, once."""
    from camillo.app.verbs.handles import Handles

    real = Handles.window
    swap = lambda self, wing: real(self, next(n for n in self.wing_names() if n != wing))  # noqa: E731
    patch.setattr(Handles, "window", once(real, swap))


def counted_together(world, patch):
    """A count that tells how much others have."""
    from camillo.app.palace import Palace as Any

    real = Any.status
    patch.setattr(Any, "status", lambda self: {**real(self), "turns": next(world.count)})


def words_in_the_log(world, patch):
    from camillo.app.palace import Palace as Any

    real = Any.wings

    def wings(self):
        rows = real(self)
        logging.getLogger("camillo.http").info("listed", extra={"told": rows})
        return rows

    patch.setattr(Any, "wings", wings)


def words_in_the_audit(world, patch):
    from camillo.app.serving.audit import Audit

    real = Audit.looked
    patch.setattr(
        Audit,
        "looked",
        lambda self, caller, share, did, request: real(self, caller, share, share.name, request),
    )


def words_in_a_header(world, patch):
    from camillo.surfaces.http import watch

    real, said = watch._headers, world.mark(BO, "n", "fact").encode()
    patch.setattr(watch, "_headers", lambda *given: [*real(*given), (b"x-last", said)])


#: Each leak, and as what it must be found.
LEAKS = {
    swapped_lease: "was told zq2",
    swapped_store: "was told zq2",
    wrong_window: "was told zq0v",
    counted_together: "did nothing and is told otherwise",
    words_in_the_log: "words in the log",
    words_in_the_audit: "words in the audit",
    words_in_a_header: "was told zq2nfact",
}


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("database", ["files"], indirect=True)
def test_a_planted_leak_is_found(make, leak):
    world = lived_in(make)
    with pytest.MonkeyPatch.context() as patch:
        leak(world, patch)
        with pytest.raises(AssertionError, match=LEAKS[leak]):
            world.look()


def exported_by_the_command(world, who, folder) -> str:
    """What `camillo export` writes of a user's palace, and says, beside the server that has it open."""
    folder.mkdir()
    owner = world.owners[who]
    file = world.data / "palaces" / owner.name[:2] / owner.name / "palace.camillo"
    run = [sys.executable, "-m", "camillo.surfaces.cli.main", "export"]
    told = ""
    for words in (["all", str(folder / "all.gz")], ["memories", str(folder / "memories")]):
        done = subprocess.run(
            [*run, *words, "--palace", str(file)], capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        told += done.stdout + done.stderr
    written = (folder / "memories").rglob("*.md")
    whole = gzip.decompress((folder / "all.gz").read_bytes()).decode()
    assert world.mark(who, "o", "text") in whole
    return "".join([told, whole, *(f"{one} {one.read_text()}" for one in written)])


@pytest.mark.slow
@pytest.mark.parametrize("database", ["files"], indirect=True)
def test_words_of_another_in_an_export_or_in_a_file_are_found(make, tmp_path):
    world = lived_in(make)
    world.export(ANA, tmp_path)
    world.seen(ANA, exported_by_the_command(world, ANA, tmp_path / "first"))
    world.lie_apart()
    with world.connect(world.owners[ANA]) as palace:
        palace.add(f"{world.mark(BO, 'o', 'text')} found its way here.", wing="orion")
    with pytest.raises(AssertionError, match="was told zq2otext of user 2"):
        world.export(ANA, tmp_path)
    with pytest.raises(AssertionError, match="was told zq2otext of user 2"):
        world.seen(ANA, exported_by_the_command(world, ANA, tmp_path / "then"))
    with pytest.raises(AssertionError, match="was told zq2otext of user 2"):
        world.lie_apart()
