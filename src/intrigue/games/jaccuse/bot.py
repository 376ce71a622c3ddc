"""A scripted player of J'Accuse. It wants one colour to win the generation, keeps a low card of it
to the end, spends high cards on elections, and accuses where its beliefs are surest."""

from collections.abc import Sequence
from typing import Any

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Player, Seen
from intrigue.kernel.position import Prompt

from .beliefs import Belief
from .notation import read_face
from .rules import acts
from .rules.acts import card_of, kind_of, load_of, target_of
from .rules.cards import BLACK, COLOURS, RED, cards_of, colour_of, rank_of
from .rules.terms import hides_suits, terms_of
from .view import JAccuseView

PARTICLES = 48
HIGH = 8  # from this rank on a card is worth an election
STUBBORN = 0.35  # how often it opens a high card again that did not win
WORTH_KEEPING = 2  # cards of the own colour that are not spent on elections


class JAccuseBot(Player):
    """Preferences follow the networks (two of a colour: that colour; one of each: whichever is
    ahead, and the other one in the last generation), the rest follows from them."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.plain = hides_suits(self.setup)
        self.seen: list[Seen] = []

    def hear(self, event: Seen) -> None:
        if event.kind == "generation":
            self.seen.clear()
        self.seen.append(event)

    def answer(self, view: JAccuseView, prompt: Prompt, options: Sequence[int]) -> int:
        wanted = self.wanted(view)
        if prompt.kind in ("membership", "replace"):
            return self._membership(options, wanted)
        if prompt.kind in ("vote", "runoff"):
            return self._vote(view, options, wanted)
        if prompt.kind == "parley":
            return self._parley(view, options, wanted)
        if prompt.kind == "reply":
            return min(options, key=lambda act: self._worth(cards_of(load_of(act)), wanted))
        if prompt.kind == "action":
            return self._action(view, options, wanted)
        return self._enact(options, wanted)

    # --- what is wanted ---------------------------------------------------------------------------

    def wanted(self, view: JAccuseView) -> int:
        """The colour that this seat wants to win the generation."""
        right = view.networks[self.seat - 1]
        red = (view.networks[self.seat] == "R") + (right == "R")
        if red != 1:
            return RED if red == 2 else BLACK
        won = [ended.winner for ended in view.history]
        if view.generation == view.generations and won.count("R") != won.count("B"):
            return BLACK if won.count("R") > won.count("B") else RED
        if view.streak > 1:
            return COLOURS.index(view.policies[-1].colour)
        mine = [self._face(text) for text in view.hand]
        if view.membership is not None:
            return int(colour_of(self._face(view.membership))) & 1
        return RED if 2 * sum(colour_of(face) == RED for face in mine) >= len(mine) else BLACK

    def _face(self, text: str) -> int:
        return read_face(text, self.plain)

    def _worth(self, faces: Sequence[int], wanted: int) -> float:
        """What cards in hand are worth: rank for elections, the own colour for everything else."""
        return sum(int(rank_of(face)) + 6 * (colour_of(face) == wanted) for face in faces)

    # --- answers ----------------------------------------------------------------------------------

    def _membership(self, options: Sequence[int], wanted: int) -> int:
        """The wanted colour; neither the lowest card of it, which holds elections open, nor a
        high one, which wins them."""
        ours = [act for act in options if colour_of(card_of(act)) == wanted]
        if not ours:
            return min(options, key=lambda act: rank_of(card_of(act)))
        low = min(ours, key=lambda act: rank_of(card_of(act)))
        others = [act for act in ours if act != low]
        return min(others or ours, key=lambda act: rank_of(card_of(act)))

    def _vote(self, view: JAccuseView, options: Sequence[int], wanted: int) -> int:
        """A high card that can be spared, unless somebody will only open a higher one again; else
        one of the wanted colour, if possible another than last time; else none."""
        votes = [act for act in options if kind_of(act) == acts.VOTE]
        ours = [act for act in votes if colour_of(card_of(act)) == wanted]
        spare = [act for act in votes if self._spare(view, card_of(act), ours)]
        mine, others = self._opened()
        if spare:
            best = max(spare, key=lambda act: rank_of(card_of(act)))
            to_beat = max((rank_of(face) for face in others), default=-1)
            tries = card_of(best) not in mine or self.rng.random() < STUBBORN
            if tries and rank_of(card_of(best)) >= max(HIGH, to_beat):
                return best
        if not ours:
            return options[0]
        fresh = [act for act in ours if card_of(act) not in mine]
        return min(fresh or ours, key=lambda act: rank_of(card_of(act)))

    def _opened(self) -> tuple[set[int], set[int]]:
        """The cards that this seat and others opened in the election before this one, and took
        back."""
        mine: set[int] = set()
        others: set[int] = set()
        elections = 0
        for event in reversed(self.seen):
            elections += event.kind == "election"
            if elections == 2:
                break
            if elections == 1 and event.kind == "votes":
                for seat, text in enumerate(event.data["votes"]):
                    if text is not None:
                        (mine if seat == self.seat else others).add(self._face(text))
        for event in reversed(self.seen):
            if event.kind in ("elected", "enacted"):
                others.discard(self._face(event.data["card"]))
            elif event.kind == "votes":
                break
        return mine, others

    def _spare(self, view: JAccuseView, face: int, ours: Sequence[int]) -> bool:
        """Whether a card can be spent: any of the other colour, and of the own all but some."""
        held = [card_of(act) for act in ours]
        if face not in held:
            return len(view.hand) > 1
        return len(held) > WORTH_KEEPING

    def _parley(self, view: JAccuseView, options: Sequence[int], wanted: int) -> int:
        """Give away what is worth least, to anybody: who always asked the same one would be known
        for it."""

        def gain(act: int) -> float:
            faces = cards_of(load_of(act))
            return len(faces) * 8.5 - self._worth(faces, wanted)

        best = max(gain(act) for act in options[1:])
        if best <= 0:
            return options[0]
        return self.rng.choice([act for act in options[1:] if gain(act) == best])

    def _action(self, view: JAccuseView, options: Sequence[int], wanted: int) -> int:
        accusations = [act for act in options if kind_of(act) == acts.ACCUSE]
        mine = self._face(view.membership) if view.membership is not None else -1
        defections = [
            act
            for act in options
            if kind_of(act) == acts.DEFECT and colour_of(card_of(act)) == wanted
        ]
        if mine >= 0 and colour_of(mine) != wanted and len(defections) > 1:
            return min(defections, key=lambda act: rank_of(card_of(act)))
        if not accusations:
            return options[0]
        red = self._beliefs(view)

        def sure(act: int) -> float:
            p = red[target_of(act)]
            return p if load_of(act) - 1 == RED else 1 - p

        best = max(sure(act) for act in accusations)
        return self.rng.choice([act for act in accusations if sure(act) > best - 1e-6])

    def _beliefs(self, view: JAccuseView) -> list[float]:
        """For every seat, how likely its membership is red."""
        belief = Belief(self.setup, terms_of(self.setup), view, self.seen)
        return belief.memberships(PARTICLES, Fast(self.rng.getrandbits(60)))

    def _enact(self, options: Sequence[int], wanted: int) -> int:
        """The wanted colour: not the lowest, not a high one, if there is a choice."""
        ours = [act for act in options if colour_of(card_of(act)) == wanted]
        if not ours:
            return min(options, key=lambda act: rank_of(card_of(act)))
        return self._membership(ours, wanted)
