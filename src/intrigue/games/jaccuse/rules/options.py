"""Who is asked in J'Accuse, and every answer they may give, in a fixed order."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.position import Prompt
from intrigue.kernel.vecs import zeros

from .acts import (
    ABSTAIN,
    ACCUSE,
    DEFECT,
    ENACT,
    GIVE,
    MEMBERSHIP,
    NO_PARLEY,
    PARLEY,
    PASS,
    REPLY,
    VOTE,
    act_of,
    card_act,
    show_act,
)
from .cards import count_cards, lowest, nth_card, pack_cards, rest_of, with_card
from .hands import copies_of, distinct, hand_bag, nth_face
from .presidency import accusable, accusables
from .state import (
    ACTION_PHASE,
    ENACT_PHASE,
    MEMBERSHIP_PHASE,
    PARLEY_PHASE,
    PHASES,
    REPLACE_PHASE,
    REPLY_PHASE,
    SLOTS,
    VOTE_PHASE,
    State,
)
from .telling import text_of


def next_asked(s: State) -> i64:
    """The first seat that owes an answer: all choose memberships at once, and vote at once."""
    if s.phase <= VOTE_PHASE:
        return s.sealed.next()
    return s.turn


def asked(s: State) -> list[int]:
    if s.phase <= VOTE_PHASE:
        return s.sealed.owing()
    return [] if s.over else [s.turn]


def prompt(s: State, seat: i64) -> Prompt:
    """Public facts only. All answers are sealed: what they disclose, the rules say."""
    data: dict[str, object] = {}
    kind = PHASES[s.phase]
    if s.phase == MEMBERSHIP_PHASE:
        data = {"generation": s.generation, "generations": s.terms.generations}
    elif s.phase == VOTE_PHASE:
        if len(s.votes) > 0:
            kind = "runoff"
        data = {"stability": s.stability, "streak": s.streak}
    elif s.phase == REPLY_PHASE:
        data = {"president": s.president, "count": count_cards(s.offer)}
    elif s.phase == ACTION_PHASE:
        data = {"wrong": s.wrong}
    elif s.phase == REPLACE_PHASE:
        data = {"card": text_of(s, s.revealed)}
    return Prompt(seat, kind, data=data)


# --- answers --------------------------------------------------------------------------------------


def width(s: State, seat: i64) -> i64:
    """How many answers a seat has."""
    phase = s.phase
    if phase == VOTE_PHASE:
        return 1 + distinct(s, seat)  # JA-25: a card, or none
    if phase == PARLEY_PHASE:
        return 1 + _parleys(s, seat)  # JA-37: or none
    if phase == REPLY_PHASE:
        ways = _ways(s, seat)
        return ways[distinct(s, seat) * SLOTS + count_cards(s.offer)]
    if phase == ACTION_PHASE:
        return 1 + distinct(s, seat) + 2 * accusables(s)  # JA-A21, JA-40, JA-41
    return distinct(s, seat)


def nth(s: State, seat: i64, k: i64) -> i64:
    """Answer number `k`."""
    phase = s.phase
    if phase in (MEMBERSHIP_PHASE, REPLACE_PHASE):
        return card_act(MEMBERSHIP, nth_face(s, seat, k))
    if phase == VOTE_PHASE:
        if k == 0:
            return ABSTAIN
        return card_act(VOTE, nth_face(s, seat, k - 1))
    if phase == PARLEY_PHASE:
        if k == 0:
            return NO_PARLEY
        return _nth_parley(s, seat, k - 1)
    if phase == REPLY_PHASE:
        count = count_cards(s.offer)
        return act_of(REPLY, -1, _nth_cards(s, seat, _ways(s, seat), count, k))
    if phase == ENACT_PHASE:
        return card_act(ENACT, nth_face(s, seat, k))
    return _nth_action(s, seat, k)


def _nth_action(s: State, seat: i64, k: i64) -> i64:
    """Pass, then a defection with each face, then each player who may be accused of red or of
    black (JA-A50)."""
    if k == 0:
        return PASS
    faces = distinct(s, seat)
    if k <= faces:
        return card_act(DEFECT, nth_face(s, seat, k - 1))
    k -= faces + 1
    target: i64 = 0
    while True:
        if accusable(s, target):
            if k < 2:
                break
            k -= 2
        target += 1
    return act_of(ACCUSE, target, k + 1)


# --- free acts (JA-17, JA-36) ---------------------------------------------------------------------


def free_acts(s: State, seat: i64) -> list[int]:
    """JA-17: showing hand cards; JA-36: handing over tokens. Any cards may be shown to any
    players; listed are those that everything else can be made of, and all of a kind."""
    out: list[int] = []
    if s.over:
        return out
    sets: list[int] = []
    if s.terms.showing:
        sets = _shows(s, seat)
    others: i64 = 0
    for to in range(s.seats):
        if to == seat:
            continue
        others = others | bit(to)
        for cards in sets:
            out.append(show_act(bit(to), cards))
        if s.terms.tokens:
            for tokens in range(1, s.tokens[seat] + 1):
                out.append(act_of(GIVE, to, tokens))
    for cards in sets:
        out.append(show_act(others, cards))
    return out


def _shows(s: State, seat: i64) -> list[int]:
    """Sets of cards that are offered to be shown: each face, all copies of each, the hand."""
    sets: list[int] = []
    hand = s.hands[seat]
    for k in range(distinct(s, seat)):
        face = nth_face(s, seat, k)
        copies: i64 = 0
        for n in range(copies_of(s, seat, face)):
            copies = with_card(copies, face)
            if n == 0:
                sets.append(copies)
        if copies not in sets:
            sets.append(copies)
    if hand > 0 and hand not in sets:
        sets.append(hand)
    return sets


# --- the answer of an absent player ---------------------------------------------------------------


def default(s: State, seat: i64, chance: Chance) -> i64:
    """JA-64: random where a fixed card would disclose it (JA-66), else what does least."""
    phase = s.phase
    if phase == VOTE_PHASE:
        return ABSTAIN
    if phase == PARLEY_PHASE:
        return NO_PARLEY
    if phase == ACTION_PHASE:
        return PASS
    bag = hand_bag(s, seat)
    deck = "plain hand" if s.terms.plain else "hand"
    if phase == REPLY_PHASE:
        faces = [chance.draw(deck, bag, bit(seat)) for _ in range(count_cards(s.offer))]
        return act_of(REPLY, -1, pack_cards(faces))
    kind: i64 = ENACT if phase == ENACT_PHASE else MEMBERSHIP
    return card_act(kind, chance.draw(deck, bag, bit(seat)))


# --- choices of several cards (JA-38) -------------------------------------------------------------


def _add_face(ways: vec[i64], row: i64, copies: i64) -> None:
    """Fill a row of a table of ways from the row before it: the face may be taken up to so many
    times."""
    at = row * SLOTS
    for j in range(i64(SLOTS)):
        n: i64 = 0
        take: i64 = 0
        while take <= copies and take <= j:
            n += ways[at - SLOTS + j - take]
            take += 1
        ways[at + j] = n


def _sets(ways: vec[i64], row: i64, most: i64) -> i64:
    """How many sets of one to `most` cards a row allows."""
    n: i64 = 0
    for count in range(1, most + 1):
        n += ways[row * SLOTS + count]
    return n


def _pascal() -> vec[i64]:
    """The table of ways of every hand without copies."""
    ways = zeros(SLOTS * SLOTS)
    ways[0] = 1
    for row in range(1, i64(SLOTS)):
        _add_face(ways, row, 1)
    return ways


_PASCAL: Final = _pascal()


def _ways(s: State, seat: i64) -> vec[i64]:
    """In row r, at j: how many different sets of j cards the r highest faces of a hand allow.
    Copies of a face are the same card (JA-A33); without any it is Pascal's triangle."""
    if s.single:
        return _PASCAL
    ways = zeros((distinct(s, seat) + 1) * SLOTS)
    ways[0] = 1
    hand = s.hands[seat]
    k = s.sizes[seat] - 1
    row: i64 = 1
    while k >= 0:
        face = nth_card(hand, k)
        copies: i64 = 0
        while k >= 0 and nth_card(hand, k) == face:
            copies += 1
            k -= 1
        _add_face(ways, row, copies)
        row += 1
    return ways


def _nth_cards(s: State, seat: i64, ways: vec[i64], count: i64, k: i64) -> i64:
    """Set number `k` of `count` cards of a hand."""
    chosen: i64 = 0
    rest = s.hands[seat]
    row = distinct(s, seat)
    while count > 0:
        row -= 1
        face = lowest(rest)
        take: i64 = 0
        while True:  # with none of this face first, then one, and so on
            n = ways[row * SLOTS + count - take]
            if k < n:
                break
            k -= n
            take += 1
        count -= take
        for _ in range(take):
            chosen = with_card(chosen, face)
        while lowest(rest) == face:
            rest = rest_of(rest)
    return chosen


def _parleys(s: State, seat: i64) -> i64:
    """JA-38, JA-A28: sets of one card or more, for every opponent with as many."""
    ways = _ways(s, seat)
    row = distinct(s, seat)
    most = s.sizes[seat]
    whole = _sets(ways, row, most)
    n: i64 = 0
    for target in range(s.seats):
        if target != seat:  # JA-A25
            size = s.sizes[target]
            n += whole if size >= most else _sets(ways, row, size)
    return n


def _nth_parley(s: State, seat: i64, k: i64) -> i64:
    """By opponent, then by number of cards, then by cards."""
    ways = _ways(s, seat)
    row = distinct(s, seat)
    most = s.sizes[seat]
    whole = _sets(ways, row, most)
    target: i64 = 0
    while True:
        if target != seat:
            size = s.sizes[target]
            n = whole if size >= most else _sets(ways, row, size)
            if k < n:
                break
            k -= n
        target += 1
    count: i64 = 1
    while k >= ways[row * SLOTS + count]:
        k -= ways[row * SLOTS + count]
        count += 1
    return act_of(PARLEY, target, _nth_cards(s, seat, ways, count, k))
