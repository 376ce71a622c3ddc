"""Acts as text: `use wiretap Barney`, `select 12`, `alloc MMD`, `accuse Agatha`, `pay EE`."""

from intrigue.kernel.game import Setup
from intrigue.kernel.position import Illegal, Refusal

from .carddata import base_set
from .rules import acts
from .rules.acts import LETTERS, act, kind_of, letters, what_of


def parse(setup: Setup, text: str) -> int:
    """The act that a text means; raises `Illegal`."""
    verb, _, rest = text.strip().partition(" ")
    verb, rest = verb.lower(), rest.strip()
    if verb in acts.KINDS:
        kind = acts.KINDS.index(verb)
        if kind in acts.BARE and not rest:
            return int(act(kind))
        what = _what(setup, kind, rest)
        if what is not None:
            return int(act(kind, what))
    raise Illegal(Refusal("unreadable", "AC-12", {"text": text[:60]}))


def _what(setup: Setup, kind: int, rest: str) -> int | None:
    if kind in acts.SEATED:
        return setup.names.index(rest) if rest in setup.names else None
    if kind in acts.TOKENS:
        return tokens(rest)
    if kind == acts.USE:
        key, _, name = rest.partition(" ")
        known = base_set().abilities
        if key not in known or (name and name not in setup.names):
            return None
        target = setup.names.index(name) if name else -1
        return known.index(key) * 8 + target + 1
    if kind == acts.BURY and rest == "none":
        return 0
    if kind == acts.BURY and rest == "PW":
        return acts.ANY_WORKS
    if kind in acts.CARDED:
        return _number(rest, 53)
    if kind == acts.PICK:
        number = _number(rest, 9)
        return None if not number else number - 1
    if kind == acts.MOVE:
        ends = rest.upper().split()
        if len(ends) == 2 and all(len(end) == 1 and end in LETTERS for end in ends):
            return LETTERS.index(ends[0]) * 8 + LETTERS.index(ends[1])
    if kind == acts.DRAFT:
        known = base_set().countries
        return known.index(rest) if rest in known else None
    return None


def tokens(text: str) -> int | None:
    """Five counts from letters in any order: `DMM`."""
    found = text.upper().replace(" ", "")
    if not 1 <= len(found) <= 15 or any(letter not in LETTERS for letter in found):
        return None
    return sum(found.count(letter) << (4 * i) for i, letter in enumerate(LETTERS))


def _number(text: str, high: int) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) < 4) or int(text) > high:
        return None
    return int(text)


def spell(setup: Setup, number: int) -> str:
    """The act as text; `parse` reads it back."""
    kind, what = int(kind_of(number)), int(what_of(number))
    verb = acts.KINDS[kind] if 0 <= kind < len(acts.KINDS) else "?"
    if kind in acts.BARE or kind >= len(acts.KINDS):
        return verb
    if kind in acts.SEATED:
        return f"{verb} {_name(setup, what)}"
    if kind in acts.TOKENS:
        return f"{verb} {letters(what)}"
    if kind == acts.USE:
        known = base_set().abilities
        ability, target = int(acts.ability_of(number)), int(acts.target_of(number))
        key = known[ability] if ability < len(known) else "?"
        return f"{verb} {key} {_name(setup, target)}" if target >= 0 else f"{verb} {key}"
    if kind == acts.MOVE:
        return f"{verb} {LETTERS[min(what >> 3, 4)]} {LETTERS[min(what & 7, 4)]}"
    if kind == acts.DRAFT:
        known = base_set().countries
        return f"{verb} {known[what] if what < len(known) else '?'}"
    if kind == acts.PICK:
        return f"{verb} {what + 1}"
    if kind == acts.BURY and what in (0, acts.ANY_WORKS):
        return f"{verb} {'PW' if what else 'none'}"
    return f"{verb} {what}"


def _name(setup: Setup, seat: int) -> str:
    return setup.names[seat] if 0 <= seat < setup.seats else "?"
