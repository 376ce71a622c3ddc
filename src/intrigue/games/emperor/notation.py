"""Acts of Emperor as text: `condemn Ada`, `investigate Ada#1`, `clearance c2`, `shuffle keep swap`,
`discard swap steal`.

Names may contain spaces, so they are matched against those who sit here.
"""

from intrigue.kernel.game import Setup
from intrigue.kernel.position import Illegal, Refusal

from .rules import acts
from .rules.acts import (
    CARD,
    DISCARD,
    INVESTIGATE,
    NOBODY,
    SHUFFLE,
    at_card,
    at_player,
    at_two,
    discarded_of,
    discarding,
    first_of,
    keeping,
    kind_of,
    other_slot_of,
    plain,
    second_of,
    slot_of,
    value_of,
)
from .rules.cards import (
    ACCUSE,
    CARDS,
    CONDEMN,
    COUNTER,
    GUARDING,
    INVESTIGATION,
    MOST_OF_A_KIND,
    REVEAL,
    REVERSE,
    SELF_CLEARANCE,
    STEAL,
    SWAP,
    TRANSPOSITION,
    bag_of,
    names_in,
)

_BLOCKS = range(CARD + SELF_CLEARANCE, CARD + COUNTER + 1)
_AT_PLAYER = (CARD + TRANSPOSITION, CARD + CONDEMN, CARD + STEAL, CARD + ACCUSE)
_AT_CARD = (INVESTIGATE, CARD + REVEAL)


def spell(setup: Setup, act: int) -> str:
    kind = kind_of(act)
    if kind >= len(acts.KINDS):
        return "?"
    verb = acts.KINDS[kind]
    if act == acts.CW:
        return "direction cw"
    if kind == acts.DIRECTION:
        return "direction ccw"
    if kind == SHUFFLE:
        keep = value_of(act) - 1
        return f"shuffle keep {_card(keep)}" if keep >= 0 else "shuffle"
    if kind == DISCARD:
        return " ".join([verb, *names_in(discarded_of(act))])
    if kind in _BLOCKS:
        return f"{verb} c{value_of(act)}"
    if kind in _AT_PLAYER:
        return f"{verb} {_name(setup, first_of(act))}"
    if kind in _AT_CARD:
        return f"{verb} {_one_card(setup, act)}"
    if kind == CARD + SWAP:
        return f"{verb} #{other_slot_of(act)} {_one_card(setup, act)}"
    if kind == CARD + INVESTIGATION:
        if second_of(act) == NOBODY:
            return f"{verb} {_one_card(setup, act)}"
        second = f"{_name(setup, second_of(act))}#{other_slot_of(act)}"
        return f"{verb} {_one_card(setup, act)} {second}"
    if kind == CARD + GUARDING:
        if second_of(act) == NOBODY:
            return f"{verb} {_name(setup, first_of(act))}"
        return f"{verb} {_name(setup, first_of(act))} with {_name(setup, second_of(act))}"
    return verb


def _card(card: int) -> str:
    return CARDS[card] if 0 <= card < len(CARDS) else "?"


def _name(setup: Setup, seat: int) -> str:
    return setup.names[seat] if seat < setup.seats else "?"


def _one_card(setup: Setup, act: int) -> str:
    return f"{_name(setup, first_of(act))}#{slot_of(act)}"


def parse(setup: Setup, text: str) -> int:
    """The act that a text means; raises `Illegal`."""
    verb, _, rest = text.strip().partition(" ")
    verb, rest = verb.lower(), rest.strip()
    act = _parse(setup, verb, rest)
    if act is None:
        raise Illegal(Refusal("not_understood", "EM-22", {"text": text[:60]}))
    return act


def _parse(setup: Setup, verb: str, rest: str) -> int | None:
    if verb not in acts.KINDS:
        return None
    kind = acts.KINDS.index(verb)
    if kind == acts.DIRECTION:
        return {"cw": acts.CW, "ccw": acts.CCW}.get(rest)
    if kind == SHUFFLE:
        word, _, card = rest.partition(" ")
        if not rest:
            return keeping(-1)
        return keeping(CARDS.index(card)) if word == "keep" and card in CARDS else None
    if kind == DISCARD:
        cards = rest.split()
        if not 0 < len(cards) <= MOST_OF_A_KIND or not set(cards) <= set(CARDS):
            return None
        return discarding(bag_of([CARDS.index(card) for card in cards]))
    if kind in _BLOCKS:
        number = rest.removeprefix("c")
        fine = number.isascii() and number.isdigit() and len(number) < 7
        return plain(kind, int(number)) if fine else None
    if kind in _AT_PLAYER:
        return at_player(kind, setup.names.index(rest)) if rest in setup.names else None
    if kind in _AT_CARD:
        found = _whole(_identity(setup, rest))
        return None if found is None else at_card(kind, *found)
    if kind == CARD + SWAP:
        return _parse_swap(setup, kind, rest)
    if kind == CARD + INVESTIGATION:
        return _parse_investigation(setup, kind, rest)
    if kind == CARD + GUARDING:
        return _parse_guarding(setup, kind, rest)
    return plain(kind) if not rest and kind in (acts.PASS, CARD + REVERSE) else None


def _identity(setup: Setup, text: str) -> list[tuple[int, int, str]]:
    """Every way to read `Name#1` at the beginning: seat, slot, what is left."""
    out = []
    for seat, name in enumerate(setup.names):
        rest = text.removeprefix(name + "#")
        if rest != text and rest[:1] in ("0", "1", "2"):
            out.append((seat, int(rest[0]), rest[1:].strip()))
    return out


def _whole(found: list[tuple[int, int, str]]) -> tuple[int, int] | None:
    return next(((seat, slot) for seat, slot, rest in found if not rest), None)


def _parse_swap(setup: Setup, kind: int, rest: str) -> int | None:
    own = rest.removeprefix("#")[:1]
    found = _whole(_identity(setup, rest.removeprefix("#")[1:].strip()))
    if own not in ("0", "1", "2") or own == "" or found is None:
        return None
    return at_two(kind, *found, NOBODY, int(own))


def _parse_investigation(setup: Setup, kind: int, rest: str) -> int | None:
    for seat, slot, more in _identity(setup, rest):
        if not more:
            return at_card(kind, seat, slot)
        second = _whole(_identity(setup, more))
        if second is not None:
            one, other = sorted([(seat, slot), second])
            return at_two(kind, *one, *other)
    return None


def _parse_guarding(setup: Setup, kind: int, rest: str) -> int | None:
    if rest in setup.names:
        return at_player(kind, setup.names.index(rest))
    for seat, name in enumerate(setup.names):
        mover = rest.removeprefix(name + " with ")
        if mover != rest and mover in setup.names:
            return at_two(kind, seat, 0, setup.names.index(mover), 0)
    return None
