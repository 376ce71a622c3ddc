"""The card set as rules read it: every effect a row of numbers, every list a range of rows; and
sets of cards.

The `Book` is made by `carddata` from the card file and never changes; all copies of a position
share it.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.masks import lowest
from intrigue.kernel.vecs import filled, zeros

from .acts import MOST_TOKENS

EVENTS: Final = 45  # AC-3: ids 1-45; Public Works are 46-53 (AM-36)
WORKS: Final = 46
CARDS: Final = 54

# --- operations -----------------------------------------------------------------------------------

GAIN: Final = 0
LOSE: Final = 1
PAYS: Final = 2
SPREADS: Final = 3
SHIFT: Final = 4
STEAL: Final = 5
DRAW: Final = 6
DISCARDS: Final = 7
RAID: Final = 8
WORK: Final = 9
REP: Final = 10
VP: Final = 11
SPEAKER: Final = 12
TO: Final = 13
SHOWS: Final = 14
TAP: Final = 15
BURIES: Final = 16
PILE: Final = 17
REVEALS: Final = 18
CANCEL: Final = 19
UNDENIABLE: Final = 20
DENIES: Final = 21
FLAG: Final = 22
MAY: Final = 23
CHOOSE: Final = 24
IF: Final = 25
OPS: Final = (
    "gain",
    "lose",
    "pay",
    "spread",
    "shift",
    "steal",
    "draw",
    "discard",
    "raid",
    "works",
    "rep",
    "vp",
    "speaker",
    "to",
    "show",
    "tap",
    "bury",
    "pile",
    "reveals",
    "cancel",
    "undeniable",
    "deny",
    "flag",
    "may",
    "choose",
    "if",
)

STAR: Final = 5  # "*": the executing player chooses the Ministry
ACTOR: Final = 6  # "?": the acting player does
MINISTRIES: Final = ("M", "E", "D", "I", "R", "*", "?")
ALL: Final = 99  # show all

ONE: Final = 0  # `to one`: another active player
ANY: Final = 1

MOST: Final = 0  # conditions
FEWEST: Final = 1
REP_AT_LEAST: Final = 2
CONDITIONS: Final = ("most", "fewest", "rep>=")

SPECIAL: Final = 0  # sections
WORLD: Final = 1
COUNTRY: Final = 2
SUCCESS: Final = 3
FAILURE: Final = 4
SECTIONS: Final = ("special", "world", "country", "success", "failure")

WHEN_ANY: Final = 0
WHEN_PLAN: Final = 1
WHEN_REVEAL: Final = 2
WHEN_ACCUSED: Final = 3
WHENS: Final = ("any", "plan", "reveal", "accused")

NO_LIST: Final = -1

NO_TARGET: Final = 0  # whom a list is aimed at
ANOTHER: Final = 1
ANYONE: Final = 2


class Book:
    """Effects: `op` with up to four numbers. Lists: `start` and `size`. Parts of an Event are the
    range `part_from[id]`, `part_count[id]`. Abilities by number; countries replace one each, so
    what is looked up in play is kept by country, beginning with none (`index`)."""

    def __init__(self) -> None:
        none = zeros(0)
        self.none: vec[i64] = none
        self.op: vec[i64] = none
        self.a: vec[i64] = none
        self.b: vec[i64] = none
        self.c: vec[i64] = none
        self.d: vec[i64] = none
        self.start: vec[i64] = none
        self.size: vec[i64] = none
        self.aim: vec[i64] = none  # of a list: its first effect says so
        self.part_from: vec[i64] = zeros(CARDS)
        self.part_count: vec[i64] = zeros(CARDS)
        self.section: vec[i64] = none
        self.list: vec[i64] = none  # of a part
        self.half: vec[i64] = none  # AC-50, of a Country or World part, or NO_LIST
        self.ministry: vec[i64] = none  # of an ability
        self.cost: vec[i64] = none
        self.when: vec[i64] = none
        self.limited: vec[i64] = none  # AC-110: once a round
        self.does: vec[i64] = none
        self.swaps: vec[i64] = none  # AC-111: which ability a country replaces
        self.swap_cost: vec[i64] = none
        self.swap_does: vec[i64] = none
        self.list_by: vec[i64] = none  # AC-111, by country and ability
        self.cost_by: vec[i64] = none
        self.affords: vec[i64] = none  # by country, Ministry and tokens on it: which abilities
        self.pressing: vec[i64] = none  # by country: abilities that move the Speaker card
        self.any_time: i64 = 0  # sets of abilities
        self.at_plan: i64 = 0
        self.at_reveal: i64 = 0
        self.once: i64 = 0
        self.deny: i64 = -1  # the ability of the accused (AC-104)
        # abilities that quick players use: see `lean`
        self.bailout: i64 = -1
        self.apology: i64 = -1
        self.dual_use: i64 = -1
        self.gunboat: i64 = -1
        self.conflict: i64 = -1
        # bounds of token choices: as many as one likes; one each, by the Ministry left out
        self.plenty: vec[i64] = filled(5, MOST_TOKENS)
        self.one_each: vec[i64] = filled(30, 1)
        self.keys: list[str] = []  # of abilities and countries, for people
        self.country_keys: list[str] = []
        self.tried: list[object] = []  # Events that differ from the card file, as data
        self.income: i64 = NO_LIST  # AC-24; an income of 2 is the next list
        self.disgrace: i64 = NO_LIST  # AM-5: the BAD REP of a liar

    def add_list(self, rows: list[list[int]]) -> int:
        """Append effects as one list; its number."""
        self.start = append(self.start, len(self.op))
        self.size = append(self.size, len(rows))
        self.aim = append(self.aim, _aim(rows))
        for row in rows:
            self.op = append(self.op, row[0])
            self.a = append(self.a, row[1])
            self.b = append(self.b, row[2])
            self.c = append(self.c, row[3])
            self.d = append(self.d, row[4])
        return len(self.start) - 1

    def add_event(self, card: i64, parts: i64) -> None:
        """The next parts to be added are those of this Event."""
        self.part_from[card] = len(self.section)
        self.part_count[card] = parts

    def add_part(self, section: i64, whole: i64, half: i64) -> None:
        self.section = append(self.section, section)
        self.list = append(self.list, whole)
        self.half = append(self.half, half)

    def add_ability(
        self, key: str, ministry: i64, cost: i64, when: i64, limited: bool, does: i64
    ) -> None:
        self.keys.append(key)
        self.ministry = append(self.ministry, ministry)
        self.cost = append(self.cost, cost)
        self.when = append(self.when, when)
        self.limited = append(self.limited, 1 if limited else 0)
        self.does = append(self.does, does)

    def add_country(self, key: str, ability: i64, cost: i64, does: i64) -> None:
        self.country_keys.append(key)
        self.swaps = append(self.swaps, ability)
        self.swap_cost = append(self.swap_cost, cost)
        self.swap_does = append(self.swap_does, does)

    def index(self) -> None:
        """All abilities and countries are there: make what is looked up in play."""
        for m in range(i64(5)):
            self.one_each[5 * (m + 1) + m] = 0
        for ability in range(self.abilities()):
            when = self.when[ability]
            if when == WHEN_ANY:
                self.any_time |= bit(ability)
            elif when == WHEN_PLAN:
                self.at_plan |= bit(ability)
            elif when == WHEN_REVEAL:
                self.at_reveal |= bit(ability)
            elif self.deny < 0:
                self.deny = ability
            if self.limited[ability] == 1:
                self.once |= bit(ability)
        self.bailout = self._named("bailout")
        self.apology = self._named("apology_tour")
        self.dual_use = self._named("dual_use")
        self.gunboat = self._named("gunboat_visit")
        self.conflict = self._named("armed_conflict")
        for country in range(-1, self.countries()):
            self._index_country(country)

    def _named(self, key: str) -> i64:
        """The number of an ability, or -1."""
        return self.keys.index(key) if key in self.keys else -1

    def _index_country(self, country: i64) -> None:
        pressing: i64 = 0
        for ability in range(self.abilities()):
            whole, cost = self.does[ability], self.cost[ability]
            if country >= 0 and self.swaps[country] == ability:
                whole, cost = self.swap_does[country], self.swap_cost[country]
            self.list_by = append(self.list_by, whole)
            self.cost_by = append(self.cost_by, cost)
            if self.holds(whole, SPEAKER):
                pressing |= bit(ability)
        self.pressing = append(self.pressing, pressing)
        for m in range(i64(5)):
            for tokens in range(MOST_TOKENS + 1):
                affords: i64 = 0
                for ability in range(self.abilities()):
                    if self.ministry[ability] == m and self.cost_of(ability, country) <= tokens:
                        affords |= bit(ability)
                self.affords = append(self.affords, affords)

    # --- reading ----------------------------------------------------------------------------------

    def abilities(self) -> i64:
        return len(self.cost)

    def countries(self) -> i64:
        return len(self.swaps)

    def row_of(self, ability: i64, country: i64) -> i64:
        """Where `list_by` and `cost_by` speak of it."""
        return (country + 1) * len(self.cost) + ability

    def list_of(self, ability: i64, country: i64) -> i64:
        """What an ability does for a country (AC-111)."""
        i = self.row_of(ability, country)
        return self.list_by[i]

    def cost_of(self, ability: i64, country: i64) -> i64:
        i = self.row_of(ability, country)
        return self.cost_by[i]

    def affordable(self, country: i64, ministry: i64, tokens: i64) -> i64:
        """AC-100: the abilities that so many tokens on a Ministry pay for, as a set."""
        if tokens > MOST_TOKENS:
            tokens = MOST_TOKENS
        i = (5 * (country + 1) + ministry) * (MOST_TOKENS + 1) + tokens
        return self.affords[i]

    def end(self, whole: i64) -> i64:
        """The row after the last of a list."""
        return self.start[whole] + self.size[whole]

    def holds(self, whole: i64, op: i64) -> bool:
        """Whether a list, or a list it hands to a target, contains an operation."""
        for i in range(self.start[whole], self.end(whole)):
            if self.op[i] == op:
                return True
            if self.op[i] == TO and self.holds(self.c[i], op):
                return True
        return False

    def part(self, card: i64, index: i64) -> i64:
        return self.part_from[card] + index

    def block_list(self, card: i64, index: i64, section: i64) -> i64:
        """AC-46: the Success or Failure list of the S/F block that begins at a part."""
        for i in range(index, self.part_count[card]):
            part = self.part(card, i)
            if self.section[part] < SUCCESS:
                break
            if self.section[part] == section:
                return self.list[part]
        return NO_LIST

    def block_end(self, card: i64, index: i64) -> i64:
        """The first part after the S/F block that begins at a part."""
        i = index
        while i < self.part_count[card] and self.section[self.part(card, i)] >= SUCCESS:
            i += 1
        return i

    def block_follows(self, card: i64, index: i64) -> bool:
        """Whether an S/F block stands at or after a part."""
        for i in range(index, self.part_count[card]):
            if self.section[self.part(card, i)] >= SUCCESS:
                return True
        return False

    def spread_at(self, e: i64) -> i64:
        """Where `one_each` says: at most one token on each Ministry that is not excluded."""
        return 5 * (self.a[e] + 1)

    def masks_of_works(self) -> i64:
        """All Public Works as a set of cards."""
        return bit(CARDS) - bit(WORKS)


def _aim(rows: list[list[int]]) -> int:
    """Whom a list is aimed at."""
    if not rows:
        return NO_TARGET
    if rows[0][0] == TO:
        return ANYONE if rows[0][1] == ANY else ANOTHER
    return ANOTHER if rows[0][0] in (SHOWS, TAP, STEAL) else NO_TARGET


# --- sets of cards: bit 7 is card 7 (see `kernel.masks`); no card exists twice --------------------


def works_in(cards: i64) -> i64:
    """The Public Works of a set."""
    return (cards >> WORKS) << WORKS


def events_in(cards: i64) -> i64:
    """The Events of a set."""
    return cards - works_in(cards)


def cards_of(cards: i64) -> list[int]:
    """The ids of a set, in order: no hand betrays when a card came."""
    out: list[int] = []
    while cards != 0:
        out.append(lowest(cards))
        cards &= cards - 1
    return out


def name_of(card: i64) -> int | str:
    """AM-36: a card as everyone but its owner may know it: Public Works have no id, which would
    tell whose they are."""
    return card if card <= EVENTS else "PW"
