"""Cards of Complot as the rules read them: numbers, flags, and effects as lists of operations.

Nothing here knows names, languages or files; `carddata` makes these from card files.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.vecs import pack, zeros

# Cohorts and categories by number; a card of no cohort is NO_COHORT (CO-3).
COHORTS: Final = ("antivax", "platiste", "nine11", "twittos", "none")
CATEGORIES: Final = ("troll", "etude", "temoin", "video", "relais")
TWITTOS: Final = 3
NO_COHORT: Final = 4

# Operations.
GAIN: Final = 0  # CO-52
DRAW: Final = 1  # CO-53
STAMMER: Final = 2  # CO-54
PURGE: Final = 3  # CO-55, AU-6
DISCREDIT: Final = 4  # CO-56, AU-7
REPORT: Final = 5  # CO-57
TOP_NEXT: Final = 6  # CO-58
CONVERT: Final = 7  # CO-59
PER: Final = 8  # CO-60
CHOOSE: Final = 9  # CO-61
STORM: Final = 10  # AU-5
DOUBLE: Final = 11  # AU-4
PER_PLAYED: Final = 12  # AU-2
TIMES: Final = 13  # AU-3
AFTER: Final = 14  # AU-8
OPERATIONS: Final = (
    "gain",
    "draw",
    "stammer",
    "purge",
    "discredit",
    "report",
    "top_next",
    "convert",
    "per",
    "choose",
    "storm",
    "double",
    "per_played",
    "times",
    "after",
)

# What `per` counts: the card's own cohort, sources, or a category (OF_CATEGORY + its number).
OF_COHORT: Final = 0
OF_SOURCE: Final = 1
OF_CATEGORY: Final = 2

# Zones that `purge` may reach, as bits.
HAND: Final = 1
DISCARD: Final = 2
FRONT: Final = 4

# What `purge` may take.
ANY_TYPE: Final = 0
ONLY_CLAIM: Final = 1
ONLY_SOURCE: Final = 2


class Op:
    """One operation with its parameters; what a parameter means depends on `do`."""

    def __init__(
        self,
        do: i64,
        n: i64 = 0,
        a: i64 = 0,
        r: i64 = 0,
        most: i64 = 0,
        of: i64 = 0,
        may: bool = False,
    ) -> None:
        self.do: i64 = do
        self.n: i64 = n  # how many cards, points, or how many times
        self.a: i64 = a
        self.r: i64 = r
        self.most: i64 = most  # `per`, `convert`: at most; `discredit`: largest Backing
        self.of: i64 = of  # what is counted; a cohort; a tag
        self.may: bool = may  # CO-26
        self.zones: i64 = 0
        self.only: i64 = ANY_TYPE
        self.lists: vec[i64] = zeros(0)  # `choose`: the operation list of each option

    def offer(self, lists: list[int]) -> None:
        self.lists = pack(lists)


class Card:
    """One design. `fx`, `ally`, `mass` and `own` are numbers of operation lists, 0 for none."""

    def __init__(self, face: i64, name: str) -> None:
        self.face: i64 = face
        self.id: str = name
        self.a: i64 = 0
        self.r: i64 = 0
        self.d: i64 = 0
        self.cost: i64 = 0
        self.cohort: i64 = NO_COHORT
        self.cat: i64 = 0
        self.source: bool = False
        self.backup: bool = False  # CO-51
        self.limit: i64 = 0  # AU-11; 0 for none
        self.tags: i64 = 0  # as bits
        self.fx: i64 = 0
        self.ally: i64 = 0
        self.mass: i64 = 0
        self.own: i64 = 0  # Disposable (CO-62)
        self.asks: bool = False  # an effect may open a prompt
        self.draws: bool = False
        self.counts: bool = False  # has a `per`
        self.late: bool = False  # asks, and is best played last
        self.aura_of: vec[i64] = zeros(0)  # AU-9
        self.aura_a: vec[i64] = zeros(0)
        self.more_of: vec[i64] = zeros(0)  # AU-10
        self.more_d: vec[i64] = zeros(0)

    def stand(self, aura_of: list[int], aura_a: list[int]) -> None:
        self.aura_of = pack(aura_of)
        self.aura_a = pack(aura_a)

    def strengthen(self, more_of: list[int], more_d: list[int]) -> None:
        self.more_of = pack(more_of)
        self.more_d = pack(more_d)


class Deck:
    """Every card of a table, by face. Never changes once it is built."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.lists: list[list[Op]] = [[]]
        self.starters: vec[i64] = zeros(0)  # CO-10: one player's share, a bag
        self.market: vec[i64] = zeros(0)  # CO-12, a bag
        self.student: i64 = 0  # the face of the pile (CO-11)
        self.students: i64 = 0
        self.rallies: bool = False  # some card has Rally or Mass
        self.watches: bool = False  # some card looks at what is played after it (AU-2, AU-3)
        self.auras: bool = False
        self.numbers: dict[str, int] = {}  # faces by id
        self.worths: vec[i64] = zeros(0)  # for playouts: see `worths`
        self.content: object = None  # the data it was built from

    def fill(self, starters: list[int], market: list[int]) -> None:
        self.starters = pack(starters)
        self.market = pack(market)
