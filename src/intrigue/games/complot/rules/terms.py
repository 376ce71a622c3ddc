"""The options of a table of Complot as the rules read them."""

from mypy_extensions import i64


class Terms:
    """Never changes."""

    def __init__(
        self, phased: bool, sources_once: bool, stammer_cap: i64, turn_cap: i64, first_draw: i64
    ) -> None:
        self.phased = phased  # CA-7
        self.sources_once = sources_once  # CA-13
        self.stammer_cap: i64 = stammer_cap  # CA-22
        self.turn_cap: i64 = turn_cap  # CA-40
        self.first_draw: i64 = first_draw  # CA-3
