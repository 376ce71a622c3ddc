"""Deals out, for an imagined world, what a seat does not see: who played what, hands, the pile and
the World Deck. What the seat knows for certain is the same for all its worlds: `beliefs` says it.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.chance import Fast, bit
from intrigue.kernel.masks import lowest, nth, size
from intrigue.kernel.vecs import filled, pack, total, zeros

from .acts import ANY_WORKS
from .cards import WORKS, works_in
from .lean import best_card
from .state import NONE, State

OPEN: Final = -2  # a revealed card of which nobody has been said yet to have played it


class Unseen:
    """What a seat knows of what it does not see. Public Works have no id in it: ANY_WORKS."""

    def __init__(self, seats: i64) -> None:
        self.seat: i64 = NONE  # whose knowledge it is
        self.authors: i64 = 0  # seats that have played a card
        self.active: i64 = 0
        self.public: i64 = 0  # whose Tracker everyone knows
        self.tracker: vec[i64] = zeros(seats)  # what they played, or 0
        self.mine: i64 = 0  # the viewer's own card, with its id
        self.revealed: vec[i64] = zeros(0)
        self.eager: vec[i64] = zeros(0)  # by revealed card: beside 100 for one of the World Deck
        self.pressed: vec[i64] = zeros(seats)  # the same of seats, for the Event under way
        self.barred: vec[i64] = zeros(seats)  # Events that a seat has not played
        self.held: vec[i64] = zeros(seats)  # Events that it certainly holds
        self.hands: vec[i64] = zeros(seats)  # how many cards it holds
        self.works: vec[i64] = zeros(seats)  # how many Public Works it can have at most
        self.works_left: i64 = 0  # Public Works neither revealed nor in the supply or own hand
        self.works_seen: i64 = 0  # at least so many in the pile
        self.ids: i64 = 0  # Public Works that are not the viewer's
        self.hidden: i64 = 0  # cards of the pile that are not revealed
        self.looked: i64 = 0  # Events that are among them
        self.burials: vec[i64] = zeros(0)  # what was buried, 0 where the viewer does not know
        self.spoken: i64 = 0  # Events that are none of the unknown ones there
        self.pool: i64 = 0  # Events that may lie anywhere
        self.gone: i64 = 0  # Events that lie in the discard for certain
        self.deck: i64 = 0  # how many cards lie there
        self.discard: i64 = 0

    def put(self, name: str, numbers: list[int]) -> None:
        """Set a vector by name: beliefs hand over lists (see `kernel.vecs`)."""
        v = pack(numbers)
        if name == "tracker":
            self.tracker = v
        elif name == "revealed":
            self.revealed = v
        elif name == "eager":
            self.eager = v
        elif name == "pressed":
            self.pressed = v
        elif name == "barred":
            self.barred = v
        elif name == "held":
            self.held = v
        elif name == "hands":
            self.hands = v
        elif name == "works":
            self.works = v
        else:
            assert name == "burials", name
            self.burials = v


def deal_unseen(s: State, u: Unseen, chance: Fast, strict: bool) -> bool:
    """Complete a position whose public part is there; False where it came to a dead end. Unless
    strict, the finer points are forgotten."""
    who = filled(len(u.revealed), OPEN)
    inside = _cast(u, who, chance, strict)
    if inside < 0:
        return False
    playing = _deal_works(s, u, who, inside, chance, strict)
    if playing < 0:
        return False
    pile = _deal_events(s, u, inside, playing, chance, strict)
    if pile < 0:
        return False
    _name(s, u, who, chance)
    return _bury(s, u, pile, chance)


# --- who played what ------------------------------------------------------------------------------


def _cast(u: Unseen, who: vec[i64], chance: Fast, strict: bool) -> i64:
    """Name the players of the revealed cards. Of whom none is revealed, as a set, or -1."""
    hidden = u.hidden
    inside: i64 = 0
    loose: i64 = 0
    for seat in range(i64(len(u.tracker))):
        if (u.authors >> seat) & 1 == 1:
            if u.tracker[seat] == 0:
                loose |= bit(seat)
                continue
            place = _place_of(u, who, u.tracker[seat], hidden, chance)
            if place != NONE:
                who[place] = seat
            elif hidden > 0:
                hidden -= 1
                inside |= bit(seat)
            else:
                return -1
    strangers = hidden - size(loose)
    for author in who:
        if author == OPEN:
            strangers += 1
    if strangers < 0:
        return -1
    for works in (True, False):  # those first that fewer can have played
        for i in range(i64(len(who))):
            if who[i] == OPEN and (u.revealed[i] == ANY_WORKS) == works:
                author = _author(u, i, loose, strangers, chance, strict)
                if author == OPEN:
                    return -1
                who[i] = author
                if author == NONE:
                    strangers -= 1
                else:
                    loose &= ~bit(author)
    return inside | loose if size(loose) + strangers == hidden else -1


def _place_of(u: Unseen, who: vec[i64], card: i64, hidden: i64, chance: Fast) -> i64:
    """Where a known card lies revealed, or NONE; one of several Public Works may be another's."""
    for i in range(i64(len(who))):
        if u.revealed[i] == card and who[i] == OPEN:
            if card != ANY_WORKS or hidden == 0 or chance.below(2) == 0:
                return i
    return NONE


def _author(u: Unseen, place: i64, loose: i64, strangers: i64, chance: Fast, strict: bool) -> i64:
    """Somebody who may have played a revealed card, NONE for the World Deck; OPEN if nobody can."""
    card = u.revealed[place]
    weights = zeros(len(u.tracker) + 1)
    if card != ANY_WORKS or not strict or u.active + 1 != bit(len(u.tracker)):
        weights[0] = 100 * strangers  # AC-126: or somebody who has left
    for seat in range(i64(len(u.tracker))):
        if (loose >> seat) & 1 == 1:
            weights[seat + 1] = _weight(u, place, seat, strict)
    sum_of = total(weights)
    if sum_of == 0:
        return OPEN
    k = chance.below(sum_of)
    author: i64 = 0
    while k >= weights[author]:
        k -= weights[author]
        author += 1
    return author - 1


def _weight(u: Unseen, place: i64, seat: i64, strict: bool) -> i64:
    """How likely a seat has played a revealed card, beside 100 for one card of the World Deck."""
    card = u.revealed[place]
    if not strict:
        return 100
    if card == ANY_WORKS:
        return 100 if u.works[seat] > 0 else 0
    if (u.barred[seat] >> card) & 1 == 1:
        return 0
    weight = u.eager[place]
    if place == len(u.revealed) - 1:
        weight = weight * (100 + u.pressed[seat]) // 100
    return weight


# --- Public Works ---------------------------------------------------------------------------------


def _deal_works(s: State, u: Unseen, who: vec[i64], inside: i64, chance: Fast, strict: bool) -> i64:
    """Public Works into others' hands. Who has played one that is not revealed, as a set, or -1."""
    playing: i64 = 0
    have = zeros(s.seats)
    for i in range(i64(len(who))):
        if who[i] >= 0 and u.revealed[i] == ANY_WORKS:
            have[who[i]] += 1
    loose = inside & ~bit(u.seat) if u.seat >= 0 else inside
    for seat in range(s.seats):
        if seat != u.seat:
            s.hand[seat] = 0
            if (inside >> seat) & 1 == 1 and u.tracker[seat] != 0:
                loose &= ~bit(seat)
                if u.tracker[seat] == ANY_WORKS:
                    playing |= bit(seat)
                    have[seat] += 1
    ids = u.ids
    left = u.works_left - size(playing)
    wanted = u.works_seen - size(playing)
    if u.mine >= WORKS and (inside >> u.seat) & 1 == 1:
        left -= 1
        wanted -= 1
    while left > 0:
        seat = _taker(s, u, loose & ~playing, have, wanted > 0, chance, strict)
        if seat == NONE:
            return -1
        have[seat] += 1
        left -= 1
        room = u.hands[seat] - size(u.held[seat]) - size(s.hand[seat])
        may_play = ((loose & ~playing) >> seat) & 1 == 1
        if may_play and (wanted > 0 or chance.below(room + 1) == 0):
            playing |= bit(seat)
            wanted -= 1
        else:
            card = nth(ids, chance.below(size(ids)))
            ids -= bit(card)
            s.hand[seat] |= bit(card)
    s.supply = ids  # those of the pile are named later
    return playing if wanted <= 0 and left == 0 else -1


def _taker(
    s: State, u: Unseen, loose: i64, have: vec[i64], playing: bool, chance: Fast, strict: bool
) -> i64:
    """Who has the next Public Works card: one place is as likely as another."""
    rooms = zeros(s.seats)
    for seat in range(s.seats):
        if seat == u.seat or (u.active >> seat) & 1 == 0:
            continue
        if strict and have[seat] >= u.works[seat]:
            continue
        if not playing:
            rooms[seat] = u.hands[seat] - size(u.held[seat]) - size(s.hand[seat])
        rooms[seat] += (loose >> seat) & 1
    sum_of = total(rooms)
    if sum_of <= 0:
        return NONE
    k = chance.below(sum_of)
    taker: i64 = 0
    while k >= rooms[taker]:
        k -= rooms[taker]
        taker += 1
    return taker


# --- Events ---------------------------------------------------------------------------------------


def _deal_events(s: State, u: Unseen, inside: i64, playing: i64, chance: Fast, strict: bool) -> i64:
    """Hands, and what lies in the pile: its Events, or -1. Whoever has chosen a card had one more,
    and took one that is worth playing."""
    pool = u.pool
    pile: i64 = 0
    rest: i64 = 0  # whose card is still open
    for seat in range(s.seats):
        if seat != u.seat:
            s.tracker[seat] = 0
        if (inside >> seat) & 1 == 1 and seat != u.seat and (playing >> seat) & 1 == 0:
            card = u.tracker[seat]
            if card == 0:
                rest |= bit(seat)
            elif (pool >> card) & 1 == 0:
                return -1
            else:
                pool -= bit(card)
                pile |= bit(card)
                s.tracker[seat] = card
    strangers = u.hidden - size(inside)
    looked = u.looked & pool
    pool &= ~looked
    while looked != 0:
        card = lowest(looked)
        looked &= looked - 1
        pile |= bit(card)
        if strangers + size(rest) == 0:
            return -1
        k = chance.below(strangers + size(rest))
        if k < strangers:
            strangers -= 1
        else:
            seat = nth(rest, k - strangers)
            rest -= bit(seat)
            s.tracker[seat] = card
    for seat in range(s.seats):
        if seat == u.seat or (u.active >> seat) & 1 == 0:
            continue
        held = u.held[seat]
        if held & ~pool != 0:
            if strict:
                return -1
            held &= pool
        pool &= ~held
        s.hand[seat] |= held
    for seat in range(s.seats):
        if seat == u.seat or (u.active >> seat) & 1 == 0:
            continue
        plays = (rest >> seat) & 1
        more = u.hands[seat] - size(s.hand[seat])
        if more < 0 or size(pool) < more + plays:
            return -1
        drawn = draw(pool, more + plays, chance)
        pool &= ~drawn
        if plays == 1:
            barred = u.barred[seat] if strict else 0
            card = best_card(s, seat, drawn & ~barred, chance)
            if card == 0:
                return -1
            drawn -= bit(card)
            pile |= bit(card)
            s.tracker[seat] = card
        s.hand[seat] |= drawn
    if size(pool) != strangers + u.deck + u.discard - size(u.gone):
        return -1
    drawn = draw(pool, strangers, chance)
    pool &= ~drawn
    s.deck = draw(pool, u.deck, chance)
    s.discard = u.gone | (pool & ~s.deck)
    return pile | drawn


def draw(cards: i64, n: i64, chance: Fast) -> i64:
    """Some cards of a set, or all of them if they are so few."""
    out: i64 = 0
    left = size(cards)
    if n >= left:
        return cards
    for _ in range(n):
        card = nth(cards, chance.below(left))
        cards -= bit(card)
        out |= bit(card)
        left -= 1
    return out


# --- names of Public Works, Trackers, the order of buried cards -----------------------------------


def _name(s: State, u: Unseen, who: vec[i64], chance: Fast) -> None:
    """The revealed cards with their ids, and the Trackers that follow from them."""
    revealed = zeros(0)
    if u.seat >= 0:
        s.tracker[u.seat] = u.mine
    for i in range(i64(len(who))):
        card = u.revealed[i]
        if card == ANY_WORKS:
            card = u.mine if who[i] == u.seat and u.seat >= 0 else _take(s, chance)
        if who[i] >= 0:
            s.tracker[who[i]] = card
        revealed = append(revealed, card)
    s.revealed = revealed
    for seat in range(s.seats):
        if (u.authors >> seat) & 1 == 1 and s.tracker[seat] == 0:
            s.tracker[seat] = _take(s, chance)
        s.known[seat] = s.tracker[seat] if (u.public >> seat) & 1 == 1 else 0


def _take(s: State, chance: Fast) -> i64:
    """Any Public Works card out of the supply."""
    card = nth(s.supply, chance.below(size(s.supply)))
    s.supply -= bit(card)
    return card


def _bury(s: State, u: Unseen, pile: i64, chance: Fast) -> bool:
    """The buried ones among the cards of the pile, in their order."""
    for seat in range(s.seats):
        if s.tracker[seat] != 0:
            pile |= bit(s.tracker[seat])
    for card in s.revealed:
        pile &= ~bit(card)
    buried = zeros(0)
    for wanted in u.burials:
        if 0 < wanted < WORKS and (pile >> wanted) & 1 == 1:
            card = wanted
        elif wanted == ANY_WORKS and works_in(pile) != 0:
            card = lowest(works_in(pile))
        else:
            free = pile & ~u.spoken
            if free == 0:
                return False
            card = nth(free, chance.below(size(free)))
        pile -= bit(card)
        buried = append(buried, card)
    s.buried = buried
    s.pile = pile
    return True
