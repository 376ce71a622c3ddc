"""The table's options as the rules read them."""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.game import Setup

REMOVED: Final = "removed"
KEPT: Final = "kept"
DOWNSTREAM: Final = "downstream"
SNAPSHOT: Final = "snapshot"
ALL_READY: Final = "allReady"
DEADLINE: Final = "deadline"


class Terms:
    """Options of a table. Never changes."""

    def __init__(
        self,
        rounds: i64,
        initial_stash: i64,
        spoils_remainder: str,
        cycle_outsiders: str,
        gifts: bool,
        freeze: bool,
        reveal: str,
        ready_flags: str,
    ) -> None:
        self.rounds = rounds  # TR-2
        self.initial_stash = initial_stash  # TR-A30
        self.spoils_remainder = spoils_remainder  # TR-A10
        self.cycle_outsiders = cycle_outsiders  # TR-A25
        self.gifts = gifts  # TR-39
        self.freeze = freeze  # TR-A19: whether gifts can be closed before the reveal
        self.reveal = reveal  # TR-A36
        self.ready_flags = ready_flags


def terms_of(setup: Setup) -> Terms:
    values = setup.options
    flags = {"shown": "names"}.get(str(values["readyFlags"]), str(values["readyFlags"]))
    return Terms(
        int(values["rounds"]),
        int(values["initialStash"]),
        str(values["spoilsRemainder"]),
        str(values["cycleOutsiders"]),
        bool(values["gifts"]),
        int(values["giftFreezeSec"]) > 0,
        str(values["reveal"]),
        flags,
    )
