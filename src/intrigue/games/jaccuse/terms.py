"""The table's options as the rules read them."""

from intrigue.kernel.game import Setup

from .notation import plain
from .state import Terms


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
        plain(setup),
        bool(values["memoryAid"]),
        int(values["deadlockLimit"]),
    )
