"""What the cards do, with the Emperor's special effects, and the two actions without a card.
Everything here is known to be legal. What becomes of a Condemn stands in `condemn`.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance, bit
from intrigue.kernel.position import Event
from intrigue.kernel.vecs import filled, zeros

from .acts import CARD, NOBODY, first_of, kind_of, other_slot_of, second_of, slot_of, value_of
from .cards import (
    ACCUSE,
    CONDEMN,
    COUNTER,
    CROWN,
    EMPTY,
    FACES,
    GUARDING,
    INVESTIGATION,
    ORDER_OF,
    REVEAL,
    REVERSE,
    SELF_CLEARANCE,
    SIDES,
    STEAL,
    SWAP,
    TRANSPOSITION,
    names_in,
    plus,
    size_of,
)
from .condemn import answer_condemn, condemn
from .death import finish
from .deck import lay_down, lay_open, play_from_hand
from .knowledge import follow_swap, forget_order, learn
from .ring import change_seats
from .state import NO_REBELS, State, is_up, living_rebels, side_of, three_of


def cast(s: State, seat: i64, act: i64) -> bool:
    """Play a card from a hand. True when it was a block that ended a Condemn (a counter that
    turned one is False, like everything else)."""
    card = kind_of(act) - CARD
    play_from_hand(s, seat, card)
    if SELF_CLEARANCE <= card <= COUNTER:
        return answer_condemn(s, seat, card, value_of(act))
    target = first_of(act)
    if card == CONDEMN:
        condemn(s, seat, target)
        return False
    lay_open(s, card)  # EM-34
    if card == TRANSPOSITION:
        _tell(s, "transposition", seat, target)
        change_seats(s, seat, target)  # EM-40, EM-41
    elif card == SWAP:
        swap(s, seat, 3 * seat + other_slot_of(act), 3 * target + slot_of(act))
    elif card == INVESTIGATION:
        _tell(s, "investigation", seat, target)
        look(s, seat, 3 * target + slot_of(act))  # EM-48
        if second_of(act) != NOBODY:
            look(s, seat, 3 * second_of(act) + other_slot_of(act))
    elif card == REVEAL:
        reveal(s, seat, 3 * target + slot_of(act))
    elif card == GUARDING:
        mover = seat if second_of(act) == NOBODY else second_of(act)
        if s.events is not None:
            data: dict[str, object] = {"who": seat, "target": target, "mover": mover}
            s.events.append(Event("guarding", data))
        change_seats(s, mover, target)  # EM-50, EM-51
    elif card == ACCUSE:
        _tell(s, "accuse", seat, target)
        s.accused |= bit(target)  # EM-52
    elif card == REVERSE:
        s.direction = -s.direction  # EM-54
        if s.events is not None:
            way = "cw" if s.direction > 0 else "ccw"
            s.events.append(Event("reverse", {"who": seat, "direction": way}))
    elif card == STEAL:
        steal(s, seat, target)
    return False


def _tell(s: State, kind: str, who: i64, target: i64) -> None:
    if s.events is not None:
        s.events.append(Event(kind, {"who": who, "target": target}))


# --- identity cards -------------------------------------------------------------------------------


def look(s: State, seat: i64, card: i64) -> None:
    """EM-23, EM-48: alone; that it happened is public, the face is not."""
    learn(s, seat, card)
    if s.events is not None:
        data: dict[str, object] = {"who": seat, "target": card // 3, "slot": card % 3}
        public = Event("looked", data)
        seen: dict[str, object] = {**data, "face": FACES[s.faces[card]]}
        s.events.append(Event("saw", seen, bit(seat), public))


def reveal(s: State, seat: i64, card: i64) -> None:
    """EM-49: for all, until its holder shuffles."""
    s.up |= bit(card)
    if s.events is not None:
        data: dict[str, object] = {
            "who": seat,
            "target": card // 3,
            "slot": card % 3,
            "face": FACES[s.faces[card]],
        }
        s.events.append(Event("reveal", data))


def swap(s: State, seat: i64, mine: i64, theirs: i64) -> None:
    """EM-46: two cards change places and keep their orientation; sides follow at once."""
    other = theirs // 3
    before = side_of(s, seat)
    others = side_of(s, other)
    faces = s.faces[:]
    gave = faces[mine]
    got = faces[theirs]
    faces[mine] = got
    faces[theirs] = gave
    s.faces = faces
    if is_up(s, mine) != is_up(s, theirs):  # each keeps lying as it lay
        s.up ^= bit(mine) | bit(theirs)
    follow_swap(s, mine, theirs)
    s.odds = s.odds[:]
    s.odds[seat] = 0  # what they did before says little now
    s.odds[other] = 0
    if s.events is not None:
        data: dict[str, object] = {
            "who": seat,
            "target": other,
            "own": mine % 3,
            "slot": theirs % 3,
        }
        both: dict[str, object] = {**data, "gave": FACES[gave], "got": FACES[got]}
        parties = bit(seat) | bit(other)
        s.events.append(Event("swap", both, parties, Event("swap_unseen", data)))
    _tell_side(s, seat, before)
    _tell_side(s, other, others)
    if living_rebels(s) == 0:  # EM-72
        finish(s, NO_REBELS)


def _tell_side(s: State, seat: i64, before: i64) -> None:
    """A Swap may change a side: its owner alone is told."""
    after = side_of(s, seat)
    if s.events is not None and after != before:
        s.events.append(Event("changed_side", {"side": SIDES[after]}, bit(seat)))


def shuffle(s: State, seat: i64, keep: i64, chance: Chance) -> None:
    """EM-24: a new order, all face down but the Emperor's card; then all cards but one go."""
    forget_order(s, seat)
    first = 3 * seat
    bag = zeros(2)
    for card in range(first, first + 3):
        if s.faces[card] != CROWN:
            bag[s.faces[card]] += 1
    s.up &= ~(bit(first) * 7)
    faces = s.faces[:]
    crown: i64 = -1
    if s.events is not None:
        s.events.append(Event("shuffled", {"who": seat, "crown": _crown(s, seat)}))
    if seat == s.emperor:
        crown = chance.draw("crown", filled(3, 1), EVERYONE)
        faces[first + crown] = CROWN
        s.up |= bit(first + crown)
    for slot in range(i64(3)):
        if slot != crown:
            faces[first + slot] = chance.draw(ORDER_OF[seat], bag, bit(seat))
    s.faces = faces
    if s.events is not None:
        s.events.append(Event("reordered", {"order": three_of(s, seat)}, bit(seat)))
    rest = s.hands[seat]
    if size_of(rest) > 1:
        lay_down(s, seat, rest - plus(EMPTY, keep))


def _crown(s: State, seat: i64) -> int | None:
    """The slot of the Emperor's card before a Shuffle: public, and gone afterwards."""
    for slot in range(3):
        if s.faces[3 * seat + slot] == CROWN:
            return slot
    return None


def steal(s: State, seat: i64, victim: i64) -> None:
    """EM-55: the whole hand; the victim knows what went, others how many."""
    bag = s.hands[victim]
    s.hands[seat] += bag
    s.hands[victim] = EMPTY
    n = s.seats
    known = s.known[:]
    for viewer in range(n):
        if viewer != seat:
            known[viewer * n + seat] += known[viewer * n + victim]
        known[viewer * n + victim] = EMPTY
    known[victim * n + seat] += bag
    s.known = known
    s.traced = (s.traced | bit(seat)) & ~bit(victim)
    if s.events is not None:
        data: dict[str, object] = {"who": seat, "target": victim, "count": size_of(bag)}
        seen: dict[str, object] = {**data, "cards": names_in(bag)}
        parties = bit(seat) | bit(victim)
        s.events.append(Event("steal", seen, parties, Event("steal_unseen", data)))
