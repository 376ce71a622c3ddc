"""A Condemn on the table: a record that never changes; a counter puts another in its place."""

from mypy_extensions import i64


class Condemn:
    """EM-60…69. `origin` cast it; `author` is whom a counter would strike; it falls at the end of
    `clock`'s first taken turn after `turn`."""

    def __init__(
        self,
        id: i64,
        origin: i64,
        author: i64,
        target: i64,
        clock: i64,
        round: i64,
        turn: i64,
        on_emperor: bool,
        locked: bool,
        by_emperor: bool,
    ) -> None:
        self.id: i64 = id
        self.origin: i64 = origin
        self.author: i64 = author
        self.target: i64 = target
        self.clock: i64 = clock
        self.round: i64 = round
        self.turn: i64 = turn
        self.on_emperor = on_emperor  # EM-68: cast on the Emperor, whomever it strikes now
        self.locked = locked  # EM-69
        self.by_emperor = by_emperor  # EM-65

    def turned(self, by: i64) -> "Condemn":
        """EM-64: against its author; clock and due time stay."""
        return Condemn(
            self.id,
            self.origin,
            by,
            self.author,
            self.clock,
            self.round,
            self.turn,
            self.on_emperor,
            self.locked,
            self.by_emperor,
        )

    def numbers(self) -> list[int]:
        """For a position's key."""
        return [
            self.id,
            self.origin,
            self.author,
            self.target,
            self.clock,
            self.round,
            self.turn,
            (1 if self.on_emperor else 0)
            + (2 if self.locked else 0)
            + (4 if self.by_emperor else 0),
        ]
