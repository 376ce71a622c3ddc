"""Acts and faces of J'Accuse as people write them: `vote 7♥`, `parley 2♣ 3♣ with Bob`,
`accuse Bob red`. Suits may be typed as letters: 7h, 10c.
"""

from collections.abc import Sequence

from intrigue.kernel.game import Setup
from intrigue.kernel.position import Illegal, Refusal

from . import acts
from .acts import act_of, card_act, card_of, kind_of, load_of, target_of
from .cards import (
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
_BARE = {"abstain": acts.ABSTAIN, "pass": acts.PASS, "no parley": acts.NO_PARLEY}


def plain(setup: Setup) -> bool:
    """Whether cards show no suit at this table (JA-A33)."""
    return setup.options["suits"] == "hidden"


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
    card, _, name = rest.partition(" to ")
    if card.lower() in ("membership", "network"):
        raise Illegal(Refusal("show_hand_only", "JA-A36"))
    return act_of(acts.SHOW, _target(setup, name, "JA-A36"), _face(setup, card) + 1)


def _give(setup: Setup, rest: str) -> int:
    number, _, name = rest.partition(" to ")
    if not (number.isascii() and number.isdigit()):
        raise Illegal(Refusal("give_nothing", "JA-A38"))
    tokens = min(int(number[:9]), acts.MOST_TOKENS)
    return act_of(acts.GIVE, _target(setup, name, "JA-A38"), tokens)


def _face(setup: Setup, text: str) -> int:
    face = read_face(text, plain(setup))
    if face < 0:
        raise Illegal(Refusal("unknown_card", "JA-2", {"text": text[:60]}))
    return face


def _cards(setup: Setup, text: str) -> int:
    faces = [_face(setup, word) for word in text.split()[: acts.MOST_CARDS + 1]]
    if len(faces) > acts.MOST_CARDS:
        raise Illegal(Refusal("parley_hand", "JA-A28"))
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
    card = face_text(card_of(act), plain(setup))
    return f"show {card} to {name}" if kind == acts.SHOW else f"{verb} {card}"


def _spell_cards(setup: Setup, load: int) -> str:
    return " ".join(face_text(face, plain(setup)) for face in cards_of(load))


def parse_draw(deck: str, text: str) -> int:
    """What chance drew, or -1: a colour from the network deck, else a card."""
    if deck == "network":
        return COLOURS.index(text) if text in COLOURS[:2] else -1
    return read_face(text, deck.startswith("plain"))


def spell_draw(deck: str, face: int) -> str:
    return COLOURS[face] if deck == "network" else face_text(face, deck.startswith("plain"))


def spell_faces(faces: Sequence[int], suitless: bool) -> list[str]:
    return [face_text(face, suitless) for face in faces]
