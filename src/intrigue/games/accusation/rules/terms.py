"""The table's options as rules read them."""

from typing import Final

from mypy_extensions import i64

HALF_OFF: Final = 0
HALF_COUNTRY: Final = 1
HALF_BOTH: Final = 2
COUNTRIES_OFF: Final = 0
COUNTRIES_RANDOM: Final = 1
COUNTRIES_DRAFT: Final = 2


class Terms:
    """The table's options as rules read them. Never changes."""

    def __init__(
        self,
        vp_target: i64,
        bank: i64,
        income: i64,
        speaker_half: i64,
        honest: bool,
        audit: bool,
        lock_stays: bool,
        deferred: bool,
        fast: bool,
        countries: i64,
        adjust_now: bool,
        win_at_once: bool,
        round_cap: i64,
        first_speaker: i64,
        log_memory: bool,
    ) -> None:
        self.vp_target: i64 = vp_target
        self.bank: i64 = bank
        self.income: i64 = income
        self.speaker_half: i64 = speaker_half
        self.honest = honest
        self.audit = audit
        self.lock_stays = lock_stays
        self.deferred = deferred
        self.fast = fast
        self.countries: i64 = countries
        self.adjust_now = adjust_now
        self.win_at_once = win_at_once
        self.round_cap: i64 = round_cap
        self.first_speaker: i64 = first_speaker  # NONE for random
        self.log_memory = log_memory
