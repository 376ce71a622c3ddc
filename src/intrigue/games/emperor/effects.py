"""What the cards do: the twelve cards with the Emperor's and the Rebels' special effects, the life
of a Condemn, deaths, and the two victories. Everything here is known to be legal.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance, bit
from intrigue.kernel.position import Event
from intrigue.kernel.vecs import filled, zeros

from .acts import CARD, NOBODY, first_of, kind_of, other_slot_of, second_of, slot_of, value_of
from .cards import (
    ACCUSE,
    CARDS,
    CONDEMN,
    COUNTER,
    CROWN,
    EMPTY,
    FACES,
    GUARDING,
    INVESTIGATION,
    LOYAL,
    ORDER_OF,
    REBEL,
    REVEAL,
    REVERSE,
    SELF_CLEARANCE,
    STEAL,
    SWAP,
    TRANSPOSITION,
    names_in,
    plus,
    size_of,
)
from .condemn import Condemn
from .knowledge import follow_swap, forget_order, learn
from .ring import besides_emperor, place_of, without
from .state import (
    EMPEROR_DEAD,
    ENDINGS,
    NO_GAP,
    NO_REBELS,
    OVER,
    State,
    change_seats,
    find_condemn,
    is_up,
    lay_down,
    lay_open,
    living_rebels,
    play_from_hand,
    side_of,
    tell_side,
)


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
    if is_up(s, mine) != is_up(s, theirs):  # EA-11
        s.up ^= bit(mine) | bit(theirs)
    follow_swap(s, mine, theirs)
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
    tell_side(s, seat, before)
    tell_side(s, other, others)
    if living_rebels(s) == 0:  # EM-72, EA-9
        finish(s, NO_REBELS)


def shuffle(s: State, seat: i64, keep: i64, chance: Chance) -> None:
    """EM-24: a new order, all face down but the Emperor's card; then all cards but one go."""
    forget_order(s, seat)
    first = 3 * seat
    bag = zeros(2)
    card = first
    while card < first + 3:
        if s.faces[card] != CROWN:
            bag[s.faces[card]] += 1
        card += 1
    s.up &= ~(bit(first) * 7)
    faces = s.faces[:]
    crown: i64 = -1
    if s.events is not None:
        s.events.append(Event("shuffled", {"who": seat, "crown": _crown(s, seat)}))
    if seat == s.emperor:
        crown = chance.draw("crown", filled(3, 1), EVERYONE)
        faces[first + crown] = CROWN
        s.up |= bit(first + crown)
    slot: i64 = 0
    while slot < 3:
        if slot != crown:
            faces[first + slot] = chance.draw(ORDER_OF[seat], bag, bit(seat))
        slot += 1
    s.faces = faces
    if s.events is not None:
        order = "".join([FACES[faces[first + i]] for i in range(3)])
        s.events.append(Event("reordered", {"order": order}, bit(seat)))
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
    viewer: i64 = 0
    while viewer < n:
        if viewer != seat:
            known[viewer * n + seat] += known[viewer * n + victim]
        known[viewer * n + victim] = EMPTY
        viewer += 1
    known[victim * n + seat] += bag
    s.known = known
    s.traced = (s.traced | bit(seat)) & ~bit(victim)
    if s.events is not None:
        data: dict[str, object] = {"who": seat, "target": victim, "count": size_of(bag)}
        seen: dict[str, object] = {**data, "cards": names_in(bag)}
        parties = bit(seat) | bit(victim)
        s.events.append(Event("steal", seen, parties, Event("steal_unseen", data)))


# --- the life of a Condemn ------------------------------------------------------------------------


def condemn(s: State, seat: i64, target: i64) -> None:
    """EM-42, EM-60, EM-68, EM-69."""
    s.casts += 1
    on_emperor = target == s.emperor
    locked = False
    at_once = False
    if on_emperor:
        others = s.strikers & ~bit(seat)
        if others & s.parried != 0:  # EM-69: an earlier one of another Rebel was stopped
            at_once = True
        elif others != 0 and not s.terms.strict_twin:  # EA-28
            locked = True
        s.strikers |= bit(seat)
    clock = s.emperor if on_emperor else seat
    if s.events is not None:
        data: dict[str, object] = {
            "id": s.casts,
            "who": seat,
            "target": target,
            "clock": clock,
            "locked": locked or at_once,
        }
        s.events.append(Event("condemn", data))
    if at_once:
        lay_open(s, CONDEMN)
        die(s, target)
        return
    by_emperor = seat == s.emperor
    s.pending.append(
        Condemn(
            s.casts, seat, seat, target, clock, s.round, s.turns, on_emperor, locked, by_emperor
        )
    )


def answer_condemn(s: State, seat: i64, card: i64, id: i64) -> bool:
    """EM-43…45, EM-63…65: True if the Condemn has ended, False if it was turned."""
    struck = find_condemn(s, id)
    assert struck is not None
    if s.events is not None:
        data: dict[str, object] = {"who": seat, "id": id, "target": struck.target}
        s.events.append(Event(CARDS[card], data))
    if struck.on_emperor and struck.round == s.round:
        s.parried |= bit(struck.origin)  # EM-69
    author = struck.author
    if card == COUNTER and author != s.emperor and place_of(s.ring, author) >= 0:  # EA-25
        s.pending[s.pending.index(struck)] = struck.turned(seat)  # EM-64
        lay_open(s, card)
        if s.events is not None:
            s.events.append(Event("turned", {"id": id, "who": seat, "target": author}))
        return False
    s.pending.remove(struck)
    lay_open(s, CONDEMN)  # EM-30
    lay_open(s, card)
    if s.events is not None:
        s.events.append(Event("blocked", {"id": id, "target": struck.target}))
    if struck.by_emperor:  # EM-65
        lay_down(s, struck.target, s.hands[struck.target])
    return True


def stands(s: State, due: Condemn) -> str:
    """EA-19 with `seat_check` at resolution: why a Condemn on the Emperor has become void."""
    if not s.terms.check_at_resolve or due.target != s.emperor:
        return ""
    if place_of(s.ring, due.author) < 0:
        return "author_dead"
    if not besides_emperor(s.ring, due.author):
        return "author_moved"
    if side_of(s, due.author) == LOYAL:
        return "author_loyal"
    return ""


def cancel(s: State, condemn: Condemn, why: str) -> None:
    """EM-67: without effect."""
    s.pending.remove(condemn)
    lay_open(s, CONDEMN)
    if s.events is not None:
        data: dict[str, object] = {"id": condemn.id, "target": condemn.target, "why": why}
        s.events.append(Event("cancelled", data))


def execute(s: State, condemn: Condemn) -> None:
    """EM-66: nobody blocked it."""
    s.pending.remove(condemn)
    lay_open(s, CONDEMN)
    if s.events is not None:
        s.events.append(Event("executed", {"id": condemn.id, "target": condemn.target}))
    die(s, condemn.target)


# --- death and victory ----------------------------------------------------------------------------


def die(s: State, seat: i64) -> None:
    """EM-70…72."""
    place = place_of(s.ring, seat)
    s.ring = without(s.ring, seat)
    s.out |= bit(3 * seat) * 7
    n = len(s.ring)
    if s.pointer == seat:  # EM-19
        s.pointer = -1
        s.gap = place if place < n else 0
    elif s.gap != NO_GAP:
        gap = n + 1 if s.gap == 0 else s.gap
        if place < gap:
            gap -= 1
        s.gap = gap if gap < n else 0
    s.accused &= ~bit(seat)
    if s.terms.reveal_on_death:
        s.up |= bit(3 * seat) * 7
    if s.events is not None:
        data: dict[str, object] = {"who": seat, "ring": list(s.ring)}
        if s.terms.reveal_on_death:
            faces = "".join([FACES[s.faces[3 * seat + i]] for i in range(3)])
            s.events.append(Event("died", {**data, "cards": faces}))
        else:
            s.events.append(Event("died_unseen", data))
    lay_down(s, seat, s.hands[seat])  # EA-31
    for pending in s.pending[:]:
        if pending.target == seat:
            cancel(s, pending, "target_dead")
        elif pending.clock == seat:
            cancel(s, pending, "clock_dead")
        elif pending.author == seat and s.terms.dies_with_caster:  # EA-20
            cancel(s, pending, "author_dead")
    if seat == s.emperor:
        finish(s, EMPEROR_DEAD)  # EM-71
    elif living_rebels(s) == 0:
        finish(s, NO_REBELS)  # EM-72


def finish(s: State, ending: i64) -> None:
    """The match is over: all identities are shown."""
    s.ending = ending
    s.over = True
    s.phase = OVER
    s.resolving = 0
    if s.events is not None:
        cards = ["".join([FACES[s.faces[3 * v + i]] for i in range(3)]) for v in range(s.seats)]
        data: dict[str, object] = {"ending": ENDINGS[ending], "cards": cards}
        data["winners"] = winners_of(s)
        s.events.append(Event("over", data))


def winners_of(s: State) -> list[int]:
    """EM-73: all of the winning side, dead or alive; nobody at a cap."""
    if s.ending == EMPEROR_DEAD:
        return [seat for seat in range(s.seats) if side_of(s, seat) == REBEL]
    if s.ending == NO_REBELS:
        return [seat for seat in range(s.seats) if side_of(s, seat) != REBEL]
    return []
