"""A generation of J'Accuse from its deal to its score: setup, policies, stability, the end
(rulebook: setup, generation setup, scoring; JA-8…JA-23, JA-29, JA-47…JA-51, JA-58…JA-62).
"""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.vecs import filled, zeros

from .acts import card_of
from .cards import (
    COLOURS,
    NEUTRAL,
    NO_CARD,
    NO_COLOUR,
    colour_of,
    dealt,
    deck_of,
    network_deck,
)
from .past import CARRY_OVER, FREE, HOW, PLACED, Finished, Policy, by_seat
from .state import (
    FIRST_STABILITY,
    MEMBERSHIP_PHASE,
    OVER_PHASE,
    State,
    Terms,
)


class Generation(State):
    """Deals, policies, and the score."""

    def __init__(self, seats: i64, terms: Terms) -> None:
        super().__init__(seats, terms)

    # --- setup (JA-8…JA-11, JA-15…JA-22) ----------------------------------------------------------

    def deal_networks(self, chance: Chance) -> None:
        """JA-8…JA-11: card i lies between i and i + 1, and only those two see it. With an odd
        number of players one card is left in the box, unseen."""
        bag = network_deck(self.seats)
        network = zeros(self.seats)
        i: i64 = 0
        while i < self.seats:
            left = i + 1
            if left == self.seats:
                left = 0
            network[i] = chance.draw("network", bag, bit(i) | bit(left))
            i += 1
        self.network = network

    def begin_generation(self, chance: Chance) -> None:
        """JA-15…JA-20: everything is gathered, shuffled and dealt; all choose a membership."""
        self.generation += 1
        self.past = None
        self.discards = None
        self.policies = None
        self.last = NO_COLOUR
        self.streak = 0
        self.stability = FIRST_STABILITY  # JA-20, JA-A17
        self.drought = 0
        self.wrong = 0
        self.president = -1
        self.presidents = 0
        self.votes = zeros(0)
        self._deal(chance)
        self.phase = MEMBERSHIP_PHASE
        self.sealed.ask_all()  # JA-18
        if self.events is not None:
            self.tell("generation", {"generation": self.generation})
            for seat in range(self.seats):
                self.tell_only("dealt", bit(seat), {"cards": self.texts(self.hand(seat))})

    def _deal(self, chance: Chance) -> None:
        plain = self.terms.plain
        name = "plain influence" if plain else "influence"
        bag = deck_of(self.seats, plain)
        each = dealt(self.seats)
        self.hands = zeros(self.seats)
        self.sizes = zeros(self.seats)
        self.members = filled(self.seats, NO_CARD)
        seat: i64 = 0
        while seat < self.seats:
            mine = bit(seat)
            k: i64 = 0
            while k < each:
                self.hold(seat, chance.draw(name, bag, mine))
                k += 1
            seat += 1
        face: i64 = 0
        while face < len(bag):  # JA-16: what is left over starts the discard pile
            if bag[face] > 0:
                self.discard(face)
            face += 1

    def place_memberships(self, chance: Chance) -> None:
        """JA-18, JA-19: every choice is laid face down. JA-21, JA-A45: then the winner of the
        last generation has a policy; JA-22: then the first election starts."""
        seat: i64 = 0
        while seat < self.seats:
            face = card_of(self.sealed.answers[seat])
            self.release(seat, face)
            self.members[seat] = face
            seat += 1
        self.past = by_seat(PLACED, self.past, self.members[:])
        if self.events is not None:
            for owner in range(self.seats):
                card = self.text(self.members[owner])
                self.tell_only("placed", bit(owner), {"card": card})
            self.tell("memberships", {})
        if self.finished is not None and self.finished.winner != NO_COLOUR:
            self.pass_policy(self.finished.winner, CARRY_OVER, NO_CARD)
        self.begin_election(chance)

    # --- policies and stability (JA-12, JA-29, JA-A11…A13) ----------------------------------------

    def pass_policy(self, colour: i64, how: i64, face: i64) -> None:
        """A policy joins the line. JA-A12: the streak is the run of its colour at the end;
        JA-A31: a neutral one breaks every run."""
        if colour == NEUTRAL:
            self.streak = 0
        elif colour == self.last:
            self.streak += 1
        else:
            self.streak = 1
        self.last = colour
        self.policies = Policy(colour, how, face, self.policies)
        if self.events is not None:
            card: str | None = None
            if face != NO_CARD:
                card = self.text(face)
            self.tell(
                "policy",
                {"colour": COLOURS[colour], "how": HOW[how], "card": card, "streak": self.streak},
            )

    def decided(self) -> bool:
        """JA-29, JA-A13: as many policies in a row as the stability."""
        return self.streak >= self.stability

    def lose_stability(self) -> None:
        """JA-46, JA-60; JA-62: never below 1."""
        if self.stability > 1:
            self.stability -= 1

    # --- elections without a president (JA-58…JA-61) ----------------------------------------------

    def pass_free(self, colour: i64) -> None:
        """A free policy, if there is a colour for it (JA-27: none if nothing was passed yet, or
        JA-A31 the last one was neutral)."""
        if colour in (NO_COLOUR, NEUTRAL):
            if self.events is not None:
                self.tell("no_policy", {})
        else:
            self.pass_policy(colour, FREE, NO_CARD)

    def after_no_president(self, chance: Chance) -> None:
        """JA-58: first the policy may end the generation (JA-29), then a deadlock lowers the
        stability or voids it (JA-60), else there is a fresh election (JA-A10)."""
        if self.decided():
            self.end_generation(self.last, chance)
            return
        self.drought += 1
        if self.drought >= self.terms.deadlock_limit:
            if self.stability == 1:
                self.end_generation(NO_COLOUR, chance)
                return
            self.lose_stability()
            self.drought = 0
            if self.events is not None:
                self.tell("deadlock", {"stability": self.stability})
            if self.decided():
                self.end_generation(self.last, chance)
                return
        self.begin_election(chance)

    # --- the end (JA-47…JA-51) --------------------------------------------------------------------

    def end_generation(self, winner: i64, chance: Chance) -> None:
        """JA-47: memberships are revealed and score. JA-61: a void generation has no winner.
        JA-A51: whatever was pending is dropped; JA-A49: hands stay hidden."""
        points = self.points[:]
        scorers: list[int] = []
        seat: i64 = 0
        while seat < self.seats:
            if winner != NO_COLOUR and colour_of(self.members[seat]) == winner:
                points[seat] += 1
                if self.events is not None:
                    scorers.append(seat)
            seat += 1
        self.points = points
        self.finished = Finished(winner, self.members[:], self.finished)
        if self.events is not None:
            self._tell_end(winner, scorers)
        self.president = -1
        self.presidents = 0
        self.wrong = 0
        self.accused = -1
        self.declared = NO_COLOUR
        self.revealed = NO_CARD
        self.turn = -1
        if self.generation < self.terms.generations:
            self.begin_generation(chance)
            return
        self.over = True
        self.phase = OVER_PHASE
        self.sealed.clear()
        if self.events is not None:
            self.tell(
                "over",
                {
                    "winners": self.leaders(),
                    "networks": [COLOURS[colour] for colour in list(self.network)],
                    "totals": list(self.totals()),
                },
            )

    def _tell_end(self, winner: i64, scorers: list[int]) -> None:
        members = self.texts(list(self.members))
        data: dict[str, object] = {"generation": self.generation, "memberships": members}
        if winner == NO_COLOUR:
            self.tell("void", data)
        else:
            data["winner"] = COLOURS[winner]
            data["scorers"] = scorers
            self.tell("won", data)

    def network_points(self) -> vec[i64]:
        """JA-49: a point for every own network card of every generation's winning colour."""
        out = zeros(self.seats)
        ended = self.finished
        while ended is not None:
            i: i64 = 0
            while i < self.seats:
                right = i - 1 if i > 0 else self.seats - 1
                if self.network[i] == ended.winner:
                    out[i] += 1
                if self.network[right] == ended.winner:
                    out[i] += 1
                i += 1
            ended = ended.before
        return out

    def totals(self) -> vec[i64]:
        """JA-47, JA-49: all points, as they count at the end."""
        out = self.network_points()
        i: i64 = 0
        while i < self.seats:
            out[i] += self.points[i]
            i += 1
        return out

    def leaders(self) -> list[int]:
        """JA-51: most points, then most tokens; JA-65: equals share the place."""
        totals = list(self.totals())
        most = max(totals)
        first = [i for i in range(self.seats) if totals[i] == most]
        richest = max([self.tokens[i] for i in first])
        return [i for i in first if self.tokens[i] == richest]
