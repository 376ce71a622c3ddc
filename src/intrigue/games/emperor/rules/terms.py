"""The table's options as the rules read them."""

from mypy_extensions import i64

from intrigue.kernel.game import Setup


class Terms:
    """Options of a table. Never changes."""

    def __init__(
        self,
        start_hand: i64,
        random_seats: bool,
        reveal_self: bool,
        check_at_resolve: bool,
        dies_with_caster: bool,
        strict_twin: bool,
        reveal_on_death: bool,
        open_discard: bool,
        grace_round: bool,
        max_rounds: i64,
        max_turns: i64,
    ) -> None:
        self.start_hand: i64 = start_hand  # EM-12
        self.random_seats = random_seats  # EM-10
        self.reveal_self = reveal_self  # EM-49
        self.check_at_resolve = check_at_resolve  # EM-68
        self.dies_with_caster = dies_with_caster  # EM-67
        self.strict_twin = strict_twin  # EM-69
        self.reveal_on_death = reveal_on_death  # EM-70
        self.open_discard = open_discard  # EM-30
        self.grace_round = grace_round  # EM-68
        self.max_rounds: i64 = max_rounds  # EM-74
        self.max_turns: i64 = max_turns  # EM-74


def terms_of(setup: Setup) -> Terms:
    values = setup.options
    return Terms(
        int(values["start_hand"]),
        values["seating"] == "random",
        bool(values["reveal_self"]),
        values["seat_check"] == "cast_and_resolve",
        bool(values["dies_with_caster"]),
        values["twin"] == "strict",
        bool(values["reveal_on_death"]),
        bool(values["open_discard"]),
        bool(values["grace_round"]),
        int(values["max_rounds"]),
        int(values["max_turns"]),
    )
