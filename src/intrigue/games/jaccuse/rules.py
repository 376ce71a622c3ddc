"""J'Accuse: what acts lead to, what a seat sees, and the outcome.

Nothing here knows names, languages or clocks. The classes below it follow the rulebook: the table
(`state`), generations, elections, presidencies, then the options and what judges them.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.position import Outcome
from intrigue.kernel.sealed import NOT_ASKED

from .acts import (
    ABSTAIN,
    ACCUSE,
    DEFECT,
    GIVE,
    KINDS,
    MEMBERSHIP,
    NO_PARLEY,
    NOBODY,
    PARLEY,
    PASS,
    REPLY,
    SHOW,
    card_of,
    kind_of,
    load_of,
    shown_cards,
    shown_to,
    target_of,
)
from .cards import COLOURS, NO_CARD, NO_COLOUR, cards_of, count_cards
from .judge import Judge
from .memory import PLACES, remember
from .past import HOW, SHOWN, Past
from .state import PHASES, REPLY_PHASE, VOTE_PHASE, Terms
from .view import (
    AccusationView,
    ChoiceView,
    GenerationView,
    JAccuseView,
    MemoryView,
    ParleyView,
    Place,
    PolicyView,
)


class JAccuse(Judge):
    """A match of J'Accuse."""

    def __init__(self, seats: i64, terms: Terms) -> None:
        super().__init__(seats, terms)

    def copy(self) -> "JAccuse":
        other = JAccuse(0, self.terms)
        self.copy_to(other)
        return other

    # --- changing ---------------------------------------------------------------------------------

    def apply(self, seat: i64, act: i64, chance: Chance) -> None:
        kind = kind_of(act)
        if kind >= SHOW:
            self._apply_free(seat, kind, act)
        elif self.phase <= VOTE_PHASE:
            if self.events is not None:
                self._tell_sealed(seat, act)
            if self.sealed.put(seat, act):
                if self.phase == VOTE_PHASE:
                    self.close_round(chance)
                else:
                    self.place_memberships(chance)
        elif kind == NO_PARLEY:
            self.no_parley(chance)
        elif kind == PARLEY:
            self.begin_parley(target_of(act), load_of(act), chance)
        elif kind == REPLY:
            self.swap(load_of(act), chance)
        elif kind == PASS:
            self.pass_on(chance)
        elif kind == DEFECT:
            self.defect(card_of(act), chance)
        elif kind == ACCUSE:
            self.accuse(target_of(act), load_of(act) - 1, chance)
        elif kind == MEMBERSHIP:
            self.replace(card_of(act), chance)
        else:
            self.enact(card_of(act), chance)

    def _apply_free(self, seat: i64, kind: i64, act: i64) -> None:
        if kind == GIVE:  # JA-36
            to = target_of(act)
            tokens = load_of(act)
            self.give_token(seat, -tokens)
            self.give_token(to, tokens)
            if self.events is not None:
                self.tell("gave", {"giver": seat, "to": to, "tokens": tokens})
            return
        players = shown_to(act)
        cards = shown_cards(act)
        self.past = Past(SHOWN, self.past, seat, NOBODY, cards, players)
        if self.events is not None:  # JA-A37
            whom = [i for i in range(self.seats) if players & bit(i) != 0]
            public: dict[str, object] = {"seat": seat, "to": whom, "count": count_cards(cards)}
            seen: dict[str, object] = {**public, "cards": self.texts(cards_of(cards))}
            self.tell_only("saw", bit(seat) | players, seen, "showed", public)

    def _tell_sealed(self, seat: i64, act: i64) -> None:
        choice = self._choice(act)
        data: dict[str, object] = {"kind": choice.kind, "card": choice.card}
        self.tell_only("sealed", bit(seat), data)

    # --- the end ----------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        totals = list(self.totals())
        winners = self.leaders()
        if len(winners) > 1:
            return Outcome("shared", "JA-65", totals, winners)
        if totals.count(max(totals)) > 1:
            return Outcome("tokens", "JA-51", totals, winners)
        return Outcome("points", "JA-51", totals, winners)

    # --- showing ----------------------------------------------------------------------------------

    def view(self, viewer: i64) -> JAccuseView:
        hand: tuple[str, ...] = ()
        membership: str | None = None
        answer: ChoiceView | None = None
        if viewer >= 0:
            hand = tuple(self.texts(self.hand(viewer)))
            if self.members[viewer] != NO_CARD:
                membership = self.text(self.members[viewer])
            if self.phase <= VOTE_PHASE and self.sealed.answers[viewer] >= 0:
                answer = self._choice(self.sealed.answers[viewer])
        voting = self.phase <= VOTE_PHASE
        asked = list(self.sealed.answers)
        return JAccuseView(
            seat=viewer,
            phase=PHASES[self.phase],
            generation=self.generation,
            generations=self.terms.generations,
            networks=self._seen_networks(viewer),
            hand=hand,
            sizes=tuple(self.sizes),
            membership=membership,
            answer=answer,
            voters=tuple([i for i in range(self.seats) if voting and asked[i] != NOT_ASKED]),
            votes=self._seen_votes(),
            policies=self._seen_policies(),
            streak=self.streak,
            stability=self.stability,
            drought=self.drought,
            wrong=self.wrong,
            president=self.president if self.president >= 0 else None,
            presidents=tuple([i for i in range(self.seats) if self.presidents & bit(i) != 0]),
            parley=self._seen_parley(viewer),
            accusation=self._seen_accusation(),
            discards=0 if self.discards is None else self.discards.count,
            tokens=tuple(self.tokens),
            points=tuple(self.points),
            totals=tuple(self.totals()) if self.over else (),
            history=self._seen_history(),
            memory=self._seen_cards(viewer) if self.terms.memory_aid else (),
        )

    def _choice(self, act: i64) -> ChoiceView:
        if act == ABSTAIN:
            return ChoiceView("abstain", None)
        return ChoiceView(KINDS[kind_of(act)], self.text(card_of(act)))

    def _seen_networks(self, viewer: i64) -> tuple[str | None, ...]:
        """JA-11: the two own ones; JA-49: all of them, after the end."""
        out: list[str | None] = []
        for i in range(self.seats):
            mine = viewer >= 0 and (i == viewer or (i + 1) % self.seats == viewer)
            out.append(COLOURS[self.network[i]] if mine or self.over else None)
        return tuple(out)

    def _seen_votes(self) -> tuple[tuple[str | None, ...], ...]:
        rounds: list[tuple[str | None, ...]] = []
        votes = list(self.votes)
        for first in range(0, len(votes), self.seats):
            row: list[str | None] = []
            for face in votes[first : first + self.seats]:
                row.append(self.text(face) if face != NO_CARD else None)
            rounds.append(tuple(row))
        return tuple(rounds)

    def _seen_policies(self) -> tuple[PolicyView, ...]:
        out: list[PolicyView] = []
        policy = self.policies
        while policy is not None:
            card: str | None = None
            if policy.face != NO_CARD:
                card = self.text(policy.face)
            out.append(PolicyView(COLOURS[policy.colour], HOW[policy.how], card))
            policy = policy.before
        out.reverse()
        return tuple(out)

    def _seen_parley(self, viewer: i64) -> ParleyView | None:
        if self.phase != REPLY_PHASE:
            return None
        offer: tuple[str, ...] | None = None
        if viewer == self.president:
            offer = tuple(self.texts(cards_of(self.offer)))
        return ParleyView(self.accused, count_cards(self.offer), offer)

    def _seen_accusation(self) -> AccusationView | None:
        if self.declared == NO_COLOUR:
            return None
        return AccusationView(
            self.accused, COLOURS[self.declared], self.text(self.revealed), self.right()
        )

    def _seen_history(self) -> tuple[GenerationView, ...]:
        out: list[GenerationView] = []
        ended = self.finished
        while ended is not None:
            winner: str | None = None
            if ended.winner != NO_COLOUR:
                winner = COLOURS[ended.winner]
            out.append(GenerationView(winner, tuple(self.texts(list(ended.members)))))
            ended = ended.before
        out.reverse()
        return tuple(out)

    def _seen_cards(self, viewer: i64) -> tuple[MemoryView, ...]:
        known = remember(self.past, viewer, self.seats)
        if known.shown is None:
            pairs = sorted(zip(list(known.faces), list(known.places), strict=True))
            known.shown = tuple([MemoryView(self.text(face), _places(at)) for face, at in pairs])
        return known.shown


def _places(mask: int) -> tuple[Place, ...]:
    """The places of a mask, from its lowest bit to its highest."""
    out: list[Place] = []
    while mask != 0:
        low = mask & -mask
        out.append(PLACES[low.bit_length() - 1])
        mask ^= low
    return tuple(out)
