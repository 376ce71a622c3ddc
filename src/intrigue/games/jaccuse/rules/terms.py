"""The table's options as the rules read them."""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.game import Setup

WINS: Final = "wins"
ALL_REMAINING: Final = "allRemaining"
AS_ABSTAIN: Final = "asAbstain"
BLOCKS: Final = "blocks"


class Terms:
    """The table's options. Never changes."""

    def __init__(
        self,
        generations: i64,
        lone_vote: str,
        runoff_voters: str,
        empty_runoff: str,
        neutral_joker: str,
        showing: bool,
        tokens: bool,
        plain: bool,
        memory_aid: bool,
        deadlock_limit: i64,
    ) -> None:
        self.generations = generations  # JA-14
        self.lone_wins: bool = lone_vote == WINS  # JA-A1
        self.all_remaining: bool = runoff_voters == ALL_REMAINING  # JA-A2
        self.empty_passes: bool = empty_runoff == AS_ABSTAIN  # JA-A6
        self.neutral_blocks: bool = neutral_joker == BLOCKS  # JA-A30
        self.showing = showing  # JA-A36
        self.tokens = tokens  # JA-A38
        self.plain = plain  # JA-A33
        self.memory_aid = memory_aid  # JA-A48
        self.deadlock_limit = deadlock_limit  # JA-A42


def hides_suits(setup: Setup) -> bool:
    """Whether cards show no suit at this table (JA-A33)."""
    return setup.options["suits"] == "hidden"


def terms_of(setup: Setup) -> Terms:
    values = setup.options
    return Terms(
        int(values["generations"]),
        str(values["loneVote"]),
        str(values["runoffVoters"]),
        str(values["emptyRunoff"]),
        str(values["neutralJoker"]),
        values["showing"] == "hand",
        values["tokens"] == "free",
        hides_suits(setup),
        bool(values["memoryAid"]),
        int(values["deadlockLimit"]),
    )
