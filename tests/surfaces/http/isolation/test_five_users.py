"""Random operations of five users by every door, on both stores."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

FIVE = range(5)


class FiveUsers(RuleBasedStateMachine):
    """Random operations of five users by every door; after each of them all are looked at."""

    make = None
    folder = None

    def __init__(self) -> None:
        super().__init__()
        self.world = self.make()
        self.acted: set[int] = {*FIVE}

    who = st.integers(0, FIVE[-1])
    wing = st.sampled_from("ov")
    door = st.sampled_from(["rest", "tool", "python"])

    def act(self, *who: int):
        self.acted = {*who}
        return self.world

    @rule(who=who, wing=wing, door=door)
    def store(self, who, wing, door) -> None:
        self.act(who).store(who, wing, door)

    @rule(who=who, wing=wing)
    def mine(self, who, wing) -> None:
        self.act(who).mine(who, wing, self.folder)

    @rule(who=who, door=door)
    def state(self, who, door) -> None:
        self.act(who).state(who, door)

    @rule(who=who, wing=wing, door=door)
    def write_page(self, who, wing, door) -> None:
        self.act(who).write_page(who, wing, door)

    @rule(who=who, wing=wing, door=door)
    def delete_wing(self, who, wing, door) -> None:
        self.act(who).delete_wing(who, wing, door)

    @rule(who=who, wing=wing, door=door)
    def rename_wing(self, who, wing, door) -> None:
        self.act(who).rename_wing(who, wing, door)

    @rule(who=who, taker=who, wing=wing, door=door)
    def share(self, who, taker, wing, door) -> None:
        self.act(who, taker).store(who, wing, door)
        self.world.share(who, taker, wing)

    @rule(who=who, data=st.data())
    def end_share(self, who, data) -> None:
        if self.world.shares:
            self.act().end_share(who, data.draw(st.sampled_from(sorted(self.world.shares))))

    @rule(who=who, data=st.data(), door=st.sampled_from(["rest", "tool"]))
    def write_through(self, who, data, door) -> None:
        if self.world.shares:
            id = data.draw(st.sampled_from(sorted(self.world.shares)))
            taker = data.draw(st.sampled_from([who, self.world.shares[id][2]]))
            giver = self.world.write_through(taker, id, door)
            self.act(*([] if giver is None else [giver]))

    @rule(who=who, other=who)
    def probe(self, who, other) -> None:
        if who != other:
            self.act().probe(who, other)

    @rule(who=who, other=who)
    def borrow(self, who, other) -> None:
        if who != other:
            self.act(who, other).borrow(who, other)

    @rule(who=who)
    def export(self, who) -> None:
        self.act(who).export(who, self.folder)

    @invariant()
    def nothing_of_another_is_told(self) -> None:
        self.world.look(*self.acted)

    def teardown(self) -> None:
        for who, user in enumerate(self.world.users):
            listed = {row["id"] for row in user.get("/wings").json()["wings"]}
            held = {*self.world.wings[who].values()}
            assert held <= listed <= held | {"general"}
            self.world.export(who, self.folder)
        self.world.lie_apart()


@pytest.mark.slow
def test_five_users_are_told_nothing_of_each_other(make, tmp_path):
    from hypothesis.stateful import run_state_machine_as_test

    FiveUsers.make, FiveUsers.folder = staticmethod(make), tmp_path
    run_state_machine_as_test(
        FiveUsers,
        settings=settings(
            max_examples=max(2, settings().max_examples // 33), stateful_step_count=12, deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
