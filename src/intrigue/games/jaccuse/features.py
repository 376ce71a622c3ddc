"""A seat's view of J'Accuse as numbers: the own hand, the line of policies, what it has seen.

Cards are chosen by their place in the own hand, which is sorted; of equal cards by the first
places. Left out are earlier rounds of an election and generations before the last.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from intrigue.kernel.batch import Writer
from intrigue.kernel.features import Features, Slot

from .notation import read_face
from .rules import acts
from .rules.acts import act_of, card_act, card_of, kind_of, load_of, target_of
from .rules.cards import COLOURS, FACES, cards_of, dealt, pack_cards
from .rules.encode import POLICIES, JAccuseWriter
from .rules.state import PHASES
from .rules.terms import hides_suits
from .view import JAccuseView, MemoryView

MOST = 999
KINDS = (None, "membership", "vote", "abstain")
_SETS = (acts.PARLEY, acts.REPLY)
_SINGLE = (acts.MEMBERSHIP, acts.VOTE, acts.DEFECT, acts.ENACT)


class JAccuseFeatures(Features):
    @cached_property
    def places(self) -> int:
        """How many cards a hand may have: one less once memberships are chosen."""
        return dealt(self.setup.seats)

    # --- what is seen -----------------------------------------------------------------------------

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        n = self.setup.seats
        return (
            Slot("phase", high=len(PHASES) - 1, category=True),
            Slot("generation", high=MOST),
            Slot("generations", high=MOST),
            Slot("election", high=MOST),
            Slot("streak", high=MOST),
            Slot("stability", high=MOST),
            Slot("drought", high=MOST),
            Slot("wrong", high=MOST),
            Slot("discards", high=MOST),
            Slot("rounds", high=MOST),  # of this election
            Slot("hand", self.places, FACES, category=True),
            Slot("membership", high=FACES, category=True),
            Slot("answer", high=len(KINDS) - 1, category=True),
            Slot("answer card", high=FACES, category=True),
            Slot("networks", n, len(COLOURS), category=True),  # between each seat and the next
            Slot("sizes", n, MOST),
            Slot("tokens", n, acts.MOST_TOKENS),
            Slot("points", n, MOST),
            Slot("voters", n),
            Slot("presidents", n),
            Slot("president", high=n, category=True),
            Slot("votes", n, FACES, category=True),  # on the table
            Slot("policies", high=MOST),
            Slot("line", POLICIES, len(COLOURS), category=True),
            Slot("parley", high=n, category=True),  # with whom
            Slot("parley size", high=acts.MOST_SHOWN),
            Slot("offer", acts.MOST_SHOWN, FACES, category=True),
            Slot("accused", high=n, category=True),
            Slot("accused of", high=len(COLOURS), category=True),
            Slot("revealed", high=FACES, category=True),
            Slot("rightly"),
            Slot("winner", high=len(COLOURS), category=True),  # of the last generation
            Slot("memberships", n, FACES, category=True),
            Slot("known", FACES, 8),  # how many of each face lie somewhere that one knows of
            Slot("held", FACES, n, category=True),  # in whose hand one surely is
        )

    def read(self, view: JAccuseView) -> list[int]:
        n, me = self.setup.seats, view.seat
        around = [(me + step) % n for step in range(n)]
        answer, parley, accusation = view.answer, view.parley, view.accusation
        policies = view.policies
        out = [
            PHASES.index(view.phase),
            *(view.generation, view.generations, view.election),
            *(view.streak, view.stability, view.drought, view.wrong),
            *(view.discards, len(view.votes)),
            *self._row(view.hand, self.places),
            self._number(view.membership),
            KINDS.index(answer.kind if answer else None),
            self._number(answer.card if answer else None),
        ]
        out += [_colour(view.networks[seat]) for seat in around]
        for counts in (view.sizes, view.tokens, view.points):
            out += [counts[seat] for seat in around]
        for marked in (view.voters, view.presidents):
            out += [int(seat in marked) for seat in around]
        out.append(0 if view.president is None else 1 + (view.president - me) % n)
        votes = view.votes[-1] if view.votes else (None,) * n
        out += [self._number(votes[seat]) for seat in around]
        out.append(len(policies))
        last = [_colour(policy.colour) for policy in policies[::-1][:POLICIES]]
        out += last + [0] * (POLICIES - len(last))
        out += (1 + (parley.target - me) % n, parley.count) if parley else (0, 0)
        out += self._row((parley and parley.offer) or (), acts.MOST_SHOWN)
        if accusation is None:
            out += [0] * 4
        else:
            out += [1 + (accusation.target - me) % n, _colour(accusation.colour)]
            out += [self._number(accusation.card), int(accusation.right)]
        ended = view.history[-1] if view.history else None
        out.append(_colour(ended.winner) if ended else 0)
        out += [self._number(ended.memberships[seat]) for seat in around] if ended else [0] * n
        return out + self._remembered(view.memory, me)

    def _remembered(self, memory: Sequence[MemoryView], me: int) -> list[int]:
        known, held = [0] * FACES, [0] * FACES
        for one in memory:
            face = self._face(one.card)
            known[face] += 1
            if len(one.places) == 1 and one.places[0].zone == "hand":
                held[face] = 1 + ((one.places[0].seat or 0) - me) % self.setup.seats
        return known + held

    def _face(self, card: str) -> int:
        return read_face(card, hides_suits(self.setup))

    def _number(self, card: str | None) -> int:
        """A card as a category; 0 is none."""
        return 0 if card is None else 1 + self._face(card)

    def _row(self, cards: Sequence[str], size: int) -> list[int]:
        return [self._number(card) for card in cards] + [0] * (size - len(cards))

    # --- what can be done -------------------------------------------------------------------------

    @cached_property
    def table(self) -> tuple[int, ...]:
        return tuple(self._acts())

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(map(_label, self.table))

    def _acts(self) -> Iterator[int]:
        others, rest = range(1, self.setup.seats), range(self.places - 1)
        yield from (acts.ABSTAIN, acts.NO_PARLEY, acts.PASS)
        yield from (card_act(acts.MEMBERSHIP, place) for place in range(self.places))
        for kind in (acts.VOTE, acts.DEFECT, acts.ENACT):
            yield from (card_act(kind, place) for place in range(self.places))
        for target in others:
            yield from (act_of(acts.ACCUSE, target, colour + 1) for colour in range(2))
        sets = [pack_cards(list(some)) for n in rest for some in combinations(rest, n + 1)]
        yield from (act_of(acts.REPLY, -1, some) for some in sets)
        yield from (act_of(acts.PARLEY, target, some) for target in others for some in sets)

    def turned(self, act: int, by: int) -> int:
        target = target_of(act)
        if target < 0:
            return act
        return act_of(kind_of(act), (target + by) % self.setup.seats, load_of(act))

    def listed(self, view: JAccuseView, act: int) -> int:
        hand = [self._face(card) for card in view.hand]
        kind = kind_of(act)
        if kind in _SINGLE:
            return card_act(kind, hand.index(card_of(act)))
        if kind in _SETS:
            places = []
            for face in cards_of(load_of(act)):
                place = hand.index(face)
                while place in places:  # copies lie side by side
                    place += 1
                places.append(place)
            act = act_of(kind, target_of(act), pack_cards(places))
        return super().listed(view, act)

    def meant(self, view: JAccuseView, listed: int) -> int:
        hand = [self._face(card) for card in view.hand]
        kind = kind_of(listed)
        if kind in _SINGLE:
            return card_act(kind, hand[card_of(listed)])
        if kind in _SETS:
            faces = [hand[place] for place in cards_of(load_of(listed))]
            listed = act_of(kind, target_of(listed), pack_cards(faces))
        return super().meant(view, listed)

    def writer(self) -> Writer:
        return JAccuseWriter(self)


def _colour(colour: str | None) -> int:
    """A colour as a category; 0 is none."""
    return 0 if colour is None else 1 + COLOURS.index(colour)


def _label(listed: int) -> str:
    kind = kind_of(listed)
    parts = [acts.KINDS[kind].replace("_", " ")]
    if kind in _SINGLE:
        parts.append(f"#{card_of(listed) + 1}")
    elif kind in _SETS:
        parts += [f"#{place + 1}" for place in cards_of(load_of(listed))]
    if kind == acts.ACCUSE:
        parts += [f"+{target_of(listed)}", "red" if load_of(listed) == 1 else "black"]
    elif kind == acts.PARLEY:
        parts.append(f"with +{target_of(listed)}")
    return " ".join(parts)
