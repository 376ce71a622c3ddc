"""Acts and faces of J'Accuse as people write them: `vote 7♥`, `parley 2♣ 3♣ with Bob`,
`accuse Bob red`, `show 7♥ 7♥ to Bob Ann`. Suits may be typed as letters: 7h, 10c.
"""

import json
import re
from collections.abc import Sequence
from itertools import product

from intrigue.kernel.game import Setup
from intrigue.kernel.position import Illegal, Refusal

from .rules import acts
from .rules.acts import (
    act_of,
    card_act,
    card_of,
    kind_of,
    load_of,
    show_act,
    shown_cards,
    shown_to,
    target_of,
)
from .rules.cards import (
    BLACK,
    COLOURS,
    FACES,
    JOKER_BLACK,
    JOKER_NEUTRAL,
    JOKER_RED,
    LETTERS,
    RANKS,
    RED,
    SUITS,
    cards_of,
    face_text,
    pack_cards,
)
from .rules.terms import hides_suits

_SHOWN: dict[str, int] = {}
_PLAIN: dict[str, int] = {}
for _joker in (JOKER_RED, JOKER_BLACK, JOKER_NEUTRAL):
    _SHOWN[face_text(_joker, False).lower()] = _joker
    _PLAIN[face_text(_joker, True).lower()] = _joker
for _card in range(4, FACES):
    _rank, _suit = RANKS[_card >> 2].lower(), _card & 3
    _SHOWN[_rank + SUITS[_suit]] = _card
    _SHOWN[_rank + LETTERS[_suit]] = _card
    if _suit in (0, 2):
        _PLAIN[face_text(_card, True).lower()] = _card

COLOUR_WORDS = {"red": RED, "black": BLACK}
_ONE_CARD = {
    "membership": acts.MEMBERSHIP,
    "vote": acts.VOTE,
    "defect": acts.DEFECT,
    "enact": acts.ENACT,
}
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')  # a name, where it might be taken for several
_BARE = {"abstain": acts.ABSTAIN, "pass": acts.PASS, "no parley": acts.NO_PARLEY}


def read_face(text: str, suitless: bool) -> int:
    """The face that a text means, or -1."""
    return (_PLAIN if suitless else _SHOWN).get(text.strip().lower(), -1)


def parse(setup: Setup, text: str) -> int:
    """The act that a text means; raises `Illegal`."""
    words = " ".join(text.split())
    verb, _, rest = words.partition(" ")
    verb = verb.lower()
    if words.lower() in _BARE:
        return _BARE[words.lower()]
    if verb in _ONE_CARD:
        return card_act(_ONE_CARD[verb], _face(setup, rest))
    if verb == "reply":
        return act_of(acts.REPLY, -1, _cards(setup, rest))
    if verb == "parley":
        cards, _, name = f" {rest}".partition(" with ")
        return act_of(acts.PARLEY, _target(setup, name, "JA-38"), _cards(setup, cards))
    if verb == "accuse":
        name, _, colour = rest.rpartition(" ")
        if colour.lower() not in COLOUR_WORDS:
            raise Illegal(Refusal("no_colour", "JA-A50"))
        load = COLOUR_WORDS[colour.lower()] + 1
        return act_of(acts.ACCUSE, _target(setup, name, "JA-41"), load)
    if verb == "show":
        return _show(setup, rest)
    if verb == "give":
        return _give(setup, rest)
    raise Illegal(Refusal("no_act", "JA-63", {"text": text[:60]}))


def _show(setup: Setup, rest: str) -> int:
    cards, _, names = f" {rest}".partition(" to ")
    if cards.strip().lower() in ("membership", "network"):
        raise Illegal(Refusal("show_hand_only", "JA-A36"))
    faces = _cards(setup, cards, acts.MOST_SHOWN, "JA-A36")
    return show_act(_players(setup, names), faces)


def _players(setup: Setup, text: str) -> int:
    """The players of a list of names, as a mask. A name may have spaces: what can be read in two
    ways is refused, for a card must not be shown to somebody else than was meant."""
    found = _readings(setup, text)
    if len(found) > 1:
        raise Illegal(Refusal("which_players", "JA-A36", {"text": text[:60]}))
    if not found:
        raise Illegal(Refusal("nobody", "JA-A36"))
    return found.pop()


def _readings(setup: Setup, text: str) -> set[int]:
    """Every set of players that a list of names can mean; in quotation marks, one."""
    names = [" ".join(name.split()) for name in setup.names]
    if text.startswith('"') and not _QUOTED.sub("", text).strip():
        wanted = [" ".join(_unquoted(name).split()) for name in _QUOTED.findall(text)]
        seats = [[seat for seat, name in enumerate(names) if name == one] for one in wanted]
        if all(seats):
            return {sum(1 << seat for seat in set(chosen)) for chosen in product(*seats)}
    left = {text.strip(): {0}}  # what is still to be read, by whom was read before it
    whole: set[int] = set()
    while left:
        rest = max(left, key=len)  # nothing longer can lead to it any more
        before = left.pop(rest)
        for seat, name in enumerate(names):
            if f"{rest} ".startswith(f"{name} "):
                masks = {mask | 1 << seat for mask in before if not mask >> seat & 1}
                after = rest[len(name) :].strip()
                if after and masks:
                    left.setdefault(after, set()).update(masks)
                elif masks:
                    whole |= masks
    return whole


def _unquoted(text: str) -> str:
    try:
        return str(json.loads(text))
    except ValueError:
        return ""


def _give(setup: Setup, rest: str) -> int:
    number, _, name = rest.partition(" to ")
    if not (number.isascii() and number.isdigit()):
        raise Illegal(Refusal("give_nothing", "JA-A38"))
    tokens = min(int(number[:9]), acts.MOST_TOKENS)
    return act_of(acts.GIVE, _target(setup, name, "JA-A38"), tokens)


def _face(setup: Setup, text: str) -> int:
    face = read_face(text, hides_suits(setup))
    if face < 0:
        raise Illegal(Refusal("unknown_card", "JA-2", {"text": text[:60]}))
    return face


def _cards(setup: Setup, text: str, most: int = acts.MOST_CARDS, rule: str = "JA-A28") -> int:
    faces = [_face(setup, word) for word in text.split()[: most + 1]]
    if len(faces) > most:
        raise Illegal(Refusal("parley_hand", rule))
    return pack_cards(faces)


def _target(setup: Setup, name: str, rule: str) -> int:
    if name.strip() not in setup.names:
        raise Illegal(Refusal("nobody", rule))
    return setup.names.index(name.strip())


def spell(setup: Setup, act: int) -> str:
    """The act as text; `parse` reads it back."""
    kind, target, load = kind_of(act), target_of(act), load_of(act)
    name = setup.names[target] if 0 <= target < setup.seats else "?"
    if kind == acts.NO_PARLEY:
        return "no parley"
    verb = acts.KINDS[kind]
    if kind in (acts.ABSTAIN, acts.PASS):
        return verb
    if kind == acts.PARLEY:
        return f"parley {_spell_cards(setup, load)} with {name}"
    if kind == acts.REPLY:
        return f"reply {_spell_cards(setup, load)}"
    if kind == acts.ACCUSE:
        return f"accuse {name} {('red', 'black')[(load - 1) & 1]}"
    if kind == acts.GIVE:
        return f"give {load} to {name}"
    if kind == acts.SHOW:
        cards = _spell_cards(setup, shown_cards(act))
        return f"show {cards} to {_spell_players(setup, shown_to(act))}"
    return f"{verb} {face_text(card_of(act), hides_suits(setup))}"


def _spell_players(setup: Setup, players: int) -> str:
    names = [name for seat, name in enumerate(setup.names) if players >> seat & 1]
    plainly = " ".join(names)
    if not any(" " in name or '"' in name for name in setup.names):
        return plainly
    if _readings(setup, plainly) == {players}:
        return plainly
    return " ".join(json.dumps(name, ensure_ascii=False) for name in names)


def _spell_cards(setup: Setup, load: int) -> str:
    return " ".join(face_text(face, hides_suits(setup)) for face in cards_of(load))


def parse_draw(deck: str, text: str) -> int:
    """What chance drew, or -1: a colour from the network deck, else a card."""
    if deck == "network":
        return COLOURS.index(text) if text in COLOURS[:2] else -1
    return read_face(text, deck.startswith("plain"))


def spell_draw(deck: str, face: int) -> str:
    return COLOURS[face] if deck == "network" else face_text(face, deck.startswith("plain"))


def spell_faces(faces: Sequence[int], suitless: bool) -> list[str]:
    return [face_text(face, suitless) for face in faces]
