"""A scripted player of Accusation: it weighs who may have played the revealed Event, accuses where
that pays, denies when caught and sometimes when not, keeps Intelligence for it, and builds and
breaks majorities."""

from collections.abc import Sequence
from random import Random

from intrigue.kernel.game import Game, Player, Seen, Setup
from intrigue.kernel.position import Prompt

from .carddata import base_set
from .memory import Memory
from .rules import acts
from .rules.acts import LETTERS, ability_of, count_at, kind_of, target_of, what_of
from .view import AccusationView
from .worth import Worth, majority_of, part_of, parts_of

MILITARY, ECONOMY, INTELLIGENCE, RESEARCH = 0, 1, 3, 4
CAUGHT = 0.35  # how often an Initiator is found out
NOISE = 0.8
LIKELY = 0.65  # so sure that an Event makes somebody else win, the bot cancels it


class AccusationBot(Player):
    """Every kind of question has a method of its name; what it does not know, it passes."""

    def __init__(self, game: Game, setup: Setup, seat: int, rng: Random) -> None:
        super().__init__(game, setup, seat, rng)
        self.memory = Memory(setup.seats, seat)

    def hear(self, event: Seen) -> None:
        self.memory.hear(event)

    def answer(self, view: AccusationView, prompt: Prompt, options: Sequence[int]) -> int:
        if len(options) == 1:
            return options[0]
        self.view = view
        self.worth = Worth(view, int(self.setup.options["vp_target"]))
        self.prompt = prompt
        return int(getattr(self, "_" + prompt.kind, self._first)(options))

    def _first(self, options: Sequence[int]) -> int:
        return options[0]

    def _others(self) -> list[int]:
        return [seat for seat in self.view.active if seat != self.seat]

    def _mine(self) -> tuple[int, ...]:
        return self.view.tokens[self.seat]

    # --- planning ---------------------------------------------------------------------------------

    def _select(self, options: Sequence[int]) -> int:
        return max(options, key=lambda act: self._card_worth(int(what_of(act))) + self._noise())

    def _noise(self) -> float:
        return self.rng.random() * NOISE

    def _card_worth(self, card: int) -> float:
        """What playing a card would bring me, and others nothing of it."""
        worth, me = self.worth, self.seat
        total = 0.0
        others = self._others()
        for section, effects in parts_of(card):
            if section == "country":
                total += worth.effects(me, effects)
            elif section == "success":
                caught = self._caught()
                failure = worth.effects(me, part_of(card, "failure"))
                total += (1 - caught) * worth.effects(me, effects) + caught * (failure - 2)
            elif section == "world":
                total += worth.effects(me, effects)
                rest = sum(worth.effects(other, effects) for other in others)
                total -= rest / max(len(others), 1)
        found = majority_of(card)
        if found is not None:
            total += self._majority_worth(card, *found)
        return total

    def _caught(self) -> float:
        """How likely I am found out if I play an Event with Success."""
        rich = [s for s in self._others() if sum(self.view.tokens[s]) >= self.view.costs[s]]
        if not rich:
            return 0.05
        return CAUGHT * (0.5 if self._mine()[INTELLIGENCE] >= 2 else 1.0)

    def _majority_worth(self, card: int, ministry: int, least: int) -> float:
        """A majority Event adds its own Country gain first; where I would not lead, somebody else
        may."""
        gain = sum(e[2] for e in part_of(card, "country") if e[0] == "gain")
        view = self.view
        mine = self._mine()[ministry] + gain
        best = max((view.tokens[s][ministry] for s in self._others()), default=0)
        if mine >= least and mine > best:
            return self.worth.vp(self.seat) - 3
        return -4.0 if best >= least and best > mine else -1.0

    def _wanted(self) -> list[float]:
        """How much another token of each Ministry is worth to me."""
        view = self.view
        mine = self._mine()
        want = [1.0, 1.1, 1.0, 1.2, 1.0]
        if mine[INTELLIGENCE] < 2:
            want[INTELLIGENCE] += 1.5
        for card in (*view.hand, view.tracker or 0, view.event.card if view.event else 0):
            found = majority_of(card)
            if found is None:
                continue
            ministry, least = found
            best = max((view.tokens[s][ministry] for s in self._others()), default=0)
            if mine[ministry] < max(least, best + 1) + 1:
                want[ministry] += 2.0
        if mine[MILITARY] < 2 and any(
            view.vp[s] >= self.worth.vp_target - 1 for s in self._others()
        ):
            want[MILITARY] += 2.5  # for Armed Conflict
        return want

    def _tokens_worth(self, act: int) -> float:
        """Tokens of a choice, each further one on the same Ministry a little less."""
        want = self._wanted()
        what = int(what_of(act))
        return sum(want[m] * n - 0.1 * n * n for m in range(5) for n in [int(count_at(what, m))])

    def _alloc(self, options: Sequence[int]) -> int:
        return max(options, key=self._tokens_worth)

    _spread = _alloc

    def _shed(self, options: Sequence[int]) -> int:
        return min(options, key=self._tokens_worth)

    _payment = _shed
    _pay = _shed

    # --- windows ----------------------------------------------------------------------------------

    def _uses(self, options: Sequence[int], key: str) -> list[int]:
        number = base_set().abilities.index(key)
        return [a for a in options if kind_of(a) == acts.USE and ability_of(a) == number]

    def _open(self, options: Sequence[int]) -> int:
        view = self.view
        bailout = self._uses(options, "bailout")
        if bailout and self._bailout_pays():
            return bailout[0]
        tours = self._uses(options, "apology_tour")
        if tours and view.rep[self.seat] >= 2:
            return tours[0]
        draws = self._uses(options, "think_tank")
        if draws and view.hands[self.seat] <= 2 and self._mine()[RESEARCH] >= 3:
            return draws[0]
        return acts.PASS

    def _bailout_pays(self) -> bool:
        """Not where the Economy is for a majority: what it brings goes elsewhere."""
        want = self._wanted()
        price = 2 * want.pop(ECONOMY)
        return sum(sorted(want)[-3:]) > price

    def _plan(self, options: Sequence[int]) -> int:
        return self._open(options)

    def _reveal(self, options: Sequence[int]) -> int:
        """Stop what would make somebody else win, take or break a majority, listen in."""
        event = self.view.event
        if event is None or event.cancelled:
            return acts.PASS
        return (
            self._stop(options, event.card)
            or self._contest(options, event.card)
            or self._listen(options, event.card)
            or acts.PASS
        )

    def _stop(self, options: Sequence[int], card: int) -> int:
        view = self.view
        conflict = self._uses(options, "armed_conflict")
        if not conflict or view.rep[self.seat] >= 4 or view.tracker == card:
            return 0
        danger = [s for s in self._others() if view.vp[s] >= self.worth.vp_target - 1]
        return conflict[0] if any(self._wins(s, card) > LIKELY for s in danger) else 0

    def _wins(self, seat: int, card: int) -> float:
        """How likely an Event gives a seat a victory point."""
        found = majority_of(card)
        if found is not None:
            condition = ["most", LETTERS[found[0]], found[1]]
            if self.worth.holds(seat, condition):
                return 1.0
            if not self.worth.holds(seat, condition, 2):  # what its Initiator gains first
                return 0.0
        elif card != 44 and not any(e[0] == "vp" for e in part_of(card, "success")):
            return 0.0
        return self.suspicion().get(seat, 0.0)

    def _contest(self, options: Sequence[int], card: int) -> int:
        """Majorities: two tokens moved to take one, one stripped to break it."""
        found = majority_of(card)
        if found is None:
            return 0
        ministry, least = found
        view = self.view
        mine = self._mine()[ministry] + (2 if view.tracker == card else 0)
        rivals = {s: view.tokens[s][ministry] for s in self._others()}
        best = max(rivals.values(), default=0)
        if mine >= least and mine > best:
            return 0
        moves = self._uses(options, "dual_use")
        spare = sum(self._mine()) - self._mine()[ministry] - 1
        if moves and spare >= 1 and mine + min(2, spare) >= max(least, best + 1):
            return moves[0]
        leaders = [s for s, n in rivals.items() if n == best]
        if len(leaders) == 1 and best >= least:
            visits = [a for a in self._uses(options, "gunboat_visit") if target_of(a) == leaders[0]]
            if visits and (best - 1 < least or mine >= best - 1):
                return visits[0]
        return 0

    def _listen(self, options: Sequence[int], card: int) -> int:
        """A Tracker is worth seeing when the right accusation is worth a victory point."""
        view = self.view
        if view.tracker == card or not any(e[0] == "vp" for e in part_of(card, "success")):
            return 0
        left = sum(self._mine()) - 2
        if left < view.costs[self.seat]:
            return 0
        suspects = self.suspicion()
        if not suspects:
            return 0
        top = max(suspects, key=lambda s: suspects[s])
        taps = [a for a in self._uses(options, "wiretap") if target_of(a) == top]
        if taps and 0.2 < suspects[top] < 0.8 and self._mine()[INTELLIGENCE] >= 2:
            return taps[0]
        return 0

    # --- who did it? ------------------------------------------------------------------------------

    def suspicion(self) -> dict[int, float]:
        """How likely each other player is the Initiator of the Event under way. A World card is as
        likely as any slot nobody is known for; a player plays what is worth playing."""
        view, memory = self.view, self.memory
        event = view.event
        if event is None or view.tracker == event.card or event.found:
            return {}
        card = event.card
        eager = self._eager(card)
        weights: dict[int, float] = {}
        for seat in view.contributors:
            if seat == self.seat or view.known[seat] is not None:
                continue
            tapped = memory.tapped.get(seat)
            if tapped == card:
                return {seat: 1.0}
            honest = self.setup.options["honesty"] == "enforced"
            if tapped is not None or card in memory.not_played[seat]:
                continue
            if seat in event.cleared and honest:
                continue
            denied = sum(1 for who, _ in event.denials if who == seat)
            weights[seat] = eager * 1.8**denied
        slots = len(view.revealed) + view.pile + view.buried
        world = max(slots - len(view.contributors), 0)
        total = sum(weights.values()) + world
        return {seat: weight / total for seat, weight in weights.items()} if total else {}

    def _eager(self, card: int) -> float:
        """How much more often a player chooses the card than chance would."""
        if any(effect[0] == "vp" for effect in part_of(card, "success")):
            return 1.5
        return 1.1

    # --- accusations ------------------------------------------------------------------------------

    def _turn(self, options: Sequence[int]) -> int:
        view, worth, me = self.view, self.worth, self.seat
        event = view.event
        if event is None:
            return acts.PASS
        success = worth.effects(me, part_of(event.card, "success"))
        failure = worth.effects(me, part_of(event.card, "failure"))
        best, choice = 0.0, acts.PASS
        suspects = self.suspicion()
        for act in options:
            if kind_of(act) != acts.ACCUSE:
                continue
            target = int(what_of(act))
            p = suspects.get(target, 0.0)
            theirs = worth.effects(target, part_of(event.card, "success"))
            stop = (theirs - worth.effects(target, part_of(event.card, "failure"))) / max(
                len(self._others()), 1
            )
            deniable = view.tokens[target][INTELLIGENCE] >= 2 and not event.nodeny
            q = 0.5 if deniable and me not in event.undeniable else 0.0
            gain = p * (1 - q) * (success + stop) + (1 - p) * (1 - q) * failure
            gain -= 0.8 * view.costs[me]
            if gain > best:
                best, choice = gain, act
        if choice != acts.PASS:
            audits = self._uses(options, "forensic_audit")
            target = int(what_of(choice))
            sure = suspects.get(target, 0.0) > 0.7 and view.tokens[target][INTELLIGENCE] >= 2
            if audits and sure and sum(self._mine()) - 2 >= view.costs[me]:
                return audits[0]
        return int(choice)

    def _answer(self, options: Sequence[int]) -> int:
        deny = [act for act in options if kind_of(act) == acts.DENY]
        event = self.view.event
        if not deny or event is None:
            return options[0]
        if self.view.tracker == event.card:
            success = self.worth.effects(self.seat, part_of(event.card, "success"))
            failure = self.worth.effects(self.seat, part_of(event.card, "failure"))
            return deny[0] if success - failure > 2 else options[0]
        bluff = self._mine()[INTELLIGENCE] >= 4 and self.rng.random() < 0.12
        return deny[0] if bluff else options[0]

    # --- claims, halves, effects ------------------------------------------------------------------

    def _claim(self, options: Sequence[int]) -> int:
        """Claim what pays; with Success to come, only with Intelligence for two denials."""
        event = self.view.event
        if event is None:
            return options[-1]
        if part_of(event.card, "success") and self._mine()[INTELLIGENCE] < 4:
            return options[-1]
        gain = self.worth.effects(self.seat, part_of(event.card, "country"))
        found = majority_of(event.card)
        return options[0] if gain > 0 or found is not None else options[-1]

    def _half(self, options: Sequence[int]) -> int:
        return options[0]

    def _strip(self, options: Sequence[int]) -> int:
        """From whoever loses them, what hurts most: Intelligence, or a contested Ministry."""
        event = self.view.event
        found = majority_of(event.card) if event is not None else None
        fear = [1.0, 1.0, 1.0, 1.3, 1.0]
        if found is not None:
            fear[found[0]] += 2
        return max(
            options, key=lambda a: sum(fear[m] * int(count_at(what_of(a), m)) for m in range(5))
        )

    def _shift(self, options: Sequence[int]) -> int:
        event = self.view.event
        found = majority_of(event.card) if event is not None else None
        moves = [a for a in options if kind_of(a) == acts.MOVE]
        if found is not None:
            moves = [a for a in moves if what_of(a) & 7 == found[0]]
        if moves and found is not None:
            want = self._wanted()
            return min(moves, key=lambda a: want[int(what_of(a)) >> 3])
        return options[-1]

    def _target(self, options: Sequence[int]) -> int:
        """Harm the leader; where it is a gift, the last."""
        view = self.view
        gift = False
        if view.event is not None:
            for effect in part_of(view.event.card, "country"):
                if effect[0] == "to":
                    gift = self.worth.effects(self.seat, effect[2]) > 0

        def rank(act: int) -> tuple[int, int]:
            seat = int(what_of(act))
            return view.vp[seat], sum(view.tokens[seat])

        return min(options, key=rank) if gift else max(options, key=rank)

    def _discard(self, options: Sequence[int]) -> int:
        return min(options, key=lambda act: self._card_worth(int(what_of(act))))

    _show = _discard

    def _raid(self, options: Sequence[int]) -> int:
        return options[-1]

    def _bury(self, options: Sequence[int]) -> int:
        """Somebody else's victory points are better at the bottom."""
        for act in options:
            card = int(what_of(act))
            if card not in (0, acts.ANY_WORKS, self.view.tracker):
                if any(effect[0] == "vp" for effect in part_of(card, "success")):
                    return act
        return options[0]

    def _pick(self, options: Sequence[int]) -> int:
        event = self.view.event
        if event is None:
            return options[0]
        for _, effects in parts_of(event.card):
            for effect in effects:
                if effect[0] == "choose":
                    lists = [self.worth.effects(self.seat, option) for option in effect[1]]
                    return options[lists.index(max(lists))]
        return options[0]

    def _may(self, options: Sequence[int]) -> int:
        return options[0]
