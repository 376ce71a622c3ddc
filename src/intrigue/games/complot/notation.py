"""Acts and draws of Complot as people write them: `play AV3`, `hit 4`, `buy slot 2`, `pick front
AV3 2`. Cards go by their ids, which every deck has.
"""

from collections.abc import Sequence

from intrigue.kernel.position import Illegal, Refusal

from .rules import acts
from .rules.acts import amount_of, kind_of, make, thing_of
from .rules.cards import Deck

_ALONE = {"end": acts.END, "play all": acts.PLAY_ALL, "decline": acts.DECLINE}
_ALONE["concede"] = acts.CONCEDE
_CARD = {"play": acts.PLAY, "attack": acts.ATTACK, "dispose": acts.DISPOSE}
_CARD["discard"] = acts.DISCARD_CARD
_PICK = {"hand": acts.PICK_HAND, "discard": acts.PICK_DISCARD, "front": acts.PICK_FRONT}
_PICK["source"] = acts.PICK_SOURCE


def parse(deck: Deck, text: str) -> int:
    words = text.split()
    plain = " ".join(words).lower()
    if plain in _ALONE:
        return _ALONE[plain]
    verb = words[0].lower() if words else ""
    if verb in _CARD and len(words) > 1:
        return make(_CARD[verb], _face(deck, " ".join(words[1:])))
    if verb == "hit" and len(words) == 2:
        return make(acts.HIT, 0, _number(text, words[1]))
    if verb == "buy" and len(words) > 1:
        return _parse_buy(deck, text, words[1:])
    if verb == "convert" and len(words) > 2:
        face = _face(deck, " ".join(words[1:-1]))
        return make(acts.CONVERT, face, _number(text, words[-1]))
    if verb == "pick" and len(words) > 2:
        return _parse_pick(deck, text, words[1].lower(), words[2:])
    raise _no_act(text)


def _parse_buy(deck: Deck, text: str, words: Sequence[str]) -> int:
    if words[0].lower() == "slot" and len(words) == 2:
        return make(acts.BUY, _number(text, words[1], acts.ROW - 1))
    face = _face(deck, " ".join(words))
    if face != deck.student:
        raise _no_act(text)  # row cards are bought by slot: the same card may lie there twice
    return make(acts.BUY, acts.STUDENT_PILE)


def _parse_pick(deck: Deck, text: str, zone: str, words: Sequence[str]) -> int:
    if zone == "slot" and len(words) == 1:
        return make(acts.PICK_SLOT, _number(text, words[0], acts.ROW - 1))
    if zone == "option" and len(words) == 1:
        return make(acts.PICK_OPTION, _number(text, words[0], 99))
    if zone not in _PICK:
        raise _no_act(text)
    copy = 1
    if zone == "front" and len(words) > 1:
        copy = _number(text, words[-1], 99)
        words = words[:-1]
    if copy < 1:
        raise _no_act(text)
    return make(_PICK[zone], _face(deck, " ".join(words)), copy - 1)


def _face(deck: Deck, name: str) -> int:
    """A card by its id, in any case; raises `Illegal`."""
    face = deck.numbers.get(name.upper())
    if face is None:
        raise Illegal(Refusal("no_card", "CO-2", {"text": repr(name[:60])}))
    return face


def spell(deck: Deck, act: int) -> str:
    kind, thing, amount = kind_of(act), thing_of(act), amount_of(act)
    verb = acts.KINDS[kind] if kind < len(acts.KINDS) else "?"
    if kind in (acts.PICK_SLOT, acts.PICK_OPTION):
        return f"{verb} {thing}"
    if kind == acts.HIT:
        return f"hit {amount}"
    if verb in _ALONE or kind >= len(acts.KINDS):
        return verb
    cards = deck.cards
    if kind == acts.BUY:
        pile = thing == acts.STUDENT_PILE
        return f"buy {cards[deck.student].id}" if pile else f"buy slot {thing}"
    card = cards[thing].id if thing < len(cards) else "?"
    if kind == acts.CONVERT:
        return f"convert {card} {amount}"
    if kind == acts.PICK_FRONT and amount:
        return f"{verb} {card} {amount + 1}"
    return f"{verb} {card}"


def parse_draw(deck: Deck, pile: str, text: str) -> int:
    """What was drawn from a pile, as a face; -1 for nonsense."""
    if pile == "first":
        return ("1", "2").index(text) if text in ("1", "2") else -1
    return deck.numbers.get(text, -1)


def spell_draw(deck: Deck, pile: str, face: int) -> str:
    return str(face + 1) if pile == "first" else deck.cards[face].id


def _number(text: str, word: str, high: int = acts.MOST) -> int:
    if not (word.isascii() and word.isdigit()) or int(word[:6]) > high:
        raise _no_act(text)
    return int(word)


def _no_act(text: str) -> Illegal:
    return Illegal(Refusal("no_act", "CO-24", {"text": repr(text[:60])}))
