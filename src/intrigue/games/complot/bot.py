"""A scripted player of Complot: plays everything in a sensible order, breaks the wall or what it
can of it, and buys what is worth most to its deck at this stage of the match.

`Weights` names what things are worth, in points of Assertion late in a match; the lab leans bots
towards a cohort with it.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import ClassVar

from msgspec import Struct

from intrigue.kernel.game import Game, Player, Setup
from intrigue.kernel.position import Prompt

from .rules import acts
from .rules.acts import amount_of, kind_of, make, thing_of
from .rules.cards import (
    AFTER,
    CHOOSE,
    CONVERT,
    DISCREDIT,
    DOUBLE,
    DRAW,
    GAIN,
    NO_COHORT,
    PER,
    PER_PLAYED,
    PURGE,
    REPORT,
    STAMMER,
    STORM,
    TIMES,
    TOP_NEXT,
    Card,
    Deck,
    Op,
)
from .rules.front import GONE
from .view import ComplotView


class Weights(Struct, frozen=True):
    """What things are worth early and late (`f` goes from 0 to 1)."""

    reach: tuple[float, float] = (1.2, 0.37)
    assertion: tuple[float, float] = (0.73, 1.23)
    draw: float = 4.5
    stammer: float = 0.9
    purge: float = 1.4
    discredit: float = 1.0
    report: float = 0.3
    backup: float = 0.3
    page: float = 0.5
    demonstration: float = 0.4
    source: float = 3.4  # a source gives its values several times
    backing: float = 0.22
    least: float = 2.3  # cards below this only dilute a deck
    student: float = 1.7
    turns: float = 5.0  # own turns until f is 1
    dispose: float = 0.5  # from which f on a Disposable card is better gone


class Traits(Struct, frozen=True):
    """What a list of operations brings, on the whole."""

    a: float = 0.0
    r: float = 0.0
    draw: float = 0.0
    stammer: float = 0.0
    purge: float = 0.0
    discredit: float = 0.0
    report: float = 0.0
    page: float = 0.0
    convert: float = 0.0


class ComplotBot(Player):
    """Greedy, by value."""

    weights: ClassVar[Weights] = Weights()
    lean: ClassVar[Mapping[int, float]] = {}  # cohorts whose cards count for more

    def __init__(self, game: Game, setup: Setup, seat: int, rng: Random) -> None:
        super().__init__(game, setup, seat, rng)
        self.deck: Deck = game.deck(setup)  # type: ignore[attr-defined]
        self.book = _book(self.deck)

    def answer(self, view: ComplotView, prompt: Prompt, options: Sequence[int]) -> int:
        if len(options) == 1:
            return options[0]
        if view.phase == "main":
            return self._main(view, options)
        if view.phase == "stammer":
            return self._stammer(view, options)
        picks = [act for act in options if kind_of(act) != acts.DECLINE]
        if view.phase == "purge":
            return self._purge(view, options, picks)
        if view.phase == "discredit":
            return max(picks, key=self._wall)
        if view.phase == "report":
            return self._report(view, options, picks)
        if view.phase == "double":
            return max(picks, key=lambda act: self._gave(view, act))
        return self._choose(view, picks)

    def considers(self, view: ComplotView, prompt: Prompt, options: Sequence[int]) -> Sequence[int]:
        """Not when to play a card: all at first. Nor a part of a hit or a Demonstration."""
        if view.phase != "main":
            return options
        kinds = {kind_of(act) for act in options}
        if acts.PLAY in kinds or acts.HIT in kinds:
            return ()
        most: dict[int, int] = {}
        for act in options:
            if kind_of(act) == acts.CONVERT:
                most[thing_of(act)] = max(act, most.get(thing_of(act), 0))
        return [act for act in options if kind_of(act) != acts.CONVERT or act in most.values()]

    # --- the main part of a turn ------------------------------------------------------------------

    def _main(self, view: ComplotView, options: Sequence[int]) -> int:
        kinds: dict[int, list[int]] = {}
        for act in options:
            kinds.setdefault(kind_of(act), []).append(act)
        finish = self._lethal(view, kinds)
        if finish is not None:
            return finish
        play = self._play(kinds)
        if play is not None:
            return play
        if (
            acts.DISPOSE in kinds
            and self._stage(view) > self.weights.dispose
            and view.decks[self.seat] > 0
        ):
            return kinds[acts.DISPOSE][0]
        if view.assertion > 0:
            strike = self._strike(view, kinds)
            if strike is not None:
                return strike
        late = self._stage(view) >= 1.0 and acts.CONVERT in kinds
        if late:
            return self._most(kinds[acts.CONVERT])
        if acts.BUY in kinds:
            buy = self._buy(view, kinds[acts.BUY])
            if buy is not None:
                return buy
        if acts.CONVERT in kinds:
            return self._most(kinds[acts.CONVERT])
        return acts.END

    def _most(self, options: Sequence[int]) -> int:
        return max(options, key=lambda act: int(amount_of(act)))

    def _lethal(self, view: ComplotView, kinds: Mapping[int, list[int]]) -> int | None:
        """Everything at once, where that ends the match."""
        foe = 1 - self.seat
        wall = sum(self._wall_of(view))
        convert = sum(slot.convert for slot in view.fronts[self.seat] if not slot.flags & GONE)
        need = wall + view.wit[foe]
        if view.assertion + min(convert, view.reach) < need:
            return None
        if acts.ATTACK in kinds:
            return kinds[acts.ATTACK][0]
        if acts.HIT in kinds and view.assertion >= view.wit[foe]:
            return make(acts.HIT, 0, view.wit[foe])
        return self._most(kinds[acts.CONVERT]) if acts.CONVERT in kinds else None

    def _play(self, kinds: Mapping[int, list[int]]) -> int | None:
        """Cards that draw first, then those that ask, the plain ones, those that count last."""
        plays = kinds.get(acts.PLAY)
        if not plays:
            return None
        book = self.book
        first = min(plays, key=lambda act: book[thing_of(act)].rank)
        if acts.PLAY_ALL in kinds and book[thing_of(first)].rank >= PLAIN:
            return acts.PLAY_ALL
        return first

    def _strike(self, view: ComplotView, kinds: Mapping[int, list[int]]) -> int | None:
        """Break the whole wall and hit, or the dearest part of it that can be paid."""
        if acts.HIT in kinds:
            return self._most(kinds[acts.HIT])
        if acts.ATTACK not in kinds:
            return None
        wall = [slot.card for slot in view.fronts[1 - self.seat]]
        worths = [self._worth_of(card) for card in wall]
        chosen = _knapsack(list(zip(self._wall_of(view), worths, strict=True)), view.assertion)
        if not chosen:
            return kinds[acts.ATTACK][0]
        card = wall[chosen[0]]
        return make(acts.ATTACK, self.deck.numbers[card])

    def _wall_of(self, view: ComplotView) -> list[int]:
        """What each source of the other player costs now; AU-10: some more beside others."""
        cards = [
            self.deck.cards[self.deck.numbers[slot.card]] for slot in view.fronts[1 - self.seat]
        ]
        out = []
        for i, card in enumerate(cards):
            beside = {int(other.cohort) for k, other in enumerate(cards) if k != i and other.source}
            more = zip(card.more_of, card.more_d, strict=True)
            out.append(int(card.d) + sum(int(d) for cohort, d in more if int(cohort) in beside))
        return out

    def _worth_of(self, card: str) -> float:
        design = self.deck.cards[self.deck.numbers[card]]
        return float(design.cost + design.d)

    # --- buying -----------------------------------------------------------------------------------

    def _stage(self, view: ComplotView) -> float:
        """0 at the start, 1 when there is no time left for what pays off later."""
        lost = 50 - view.wit[1 - self.seat]
        return min(1.0, max(view.turns[self.seat] / self.weights.turns, lost / 30))

    def _buy(self, view: ComplotView, options: Sequence[int]) -> int | None:
        """The set of cards on sale that is worth most for the Reach there is."""
        f = self._stage(view)
        shares = self._shares(view)
        goods: list[tuple[int, float]] = []
        for act in options:
            slot = thing_of(act)
            card = view.row[slot] if slot < acts.ROW else None
            face = self.deck.student if card is None else self.deck.numbers[card]
            goods.append((int(self.deck.cards[face].cost), self._gain(face, f, shares)))
        chosen = _knapsack(goods, view.reach)
        if not chosen:
            return None
        return options[max(chosen, key=lambda i: goods[i][1])]

    def _gain(self, face: int, f: float, shares: Sequence[float]) -> float:
        return self.value(face, f, shares) - self.weights.least

    def value(self, face: int, f: float, shares: Sequence[float]) -> float:
        """What a card is worth to this deck now."""
        w, entry = self.weights, self.book[face]
        reach = w.reach[0] + (w.reach[1] - w.reach[0]) * f
        assertion = w.assertion[0] + (w.assertion[1] - w.assertion[0]) * f
        partner = 1 - (1 - shares[entry.cohort]) ** 4.5
        worth = self._traits(entry.plain, f, reach, assertion)
        if entry.rally is not None:
            worth += partner * self._traits(entry.rally, f, reach, assertion)
        if entry.mass is not None:
            worth += partner * partner * self._traits(entry.mass, f, reach, assertion)
        if entry.per:
            worth += entry.per * assertion * 4.5 * shares[entry.cohort]
        if entry.source:
            worth = worth * w.source + w.backing * entry.d
        if entry.backup:
            worth += w.backup
        if face == self.deck.student:
            worth *= 1 + (w.student - 1) * (1 - f)
        return worth * self.lean.get(entry.cohort, 1.0)

    def _traits(self, t: Traits, f: float, reach: float, assertion: float) -> float:
        w = self.weights
        worth = t.a * assertion + t.r * reach
        if t.draw:
            worth += t.draw * w.draw
        if t.stammer:
            worth += t.stammer * w.stammer
        if t.purge:
            worth += t.purge * w.purge * (1 - 0.8 * f)
        worth += t.discredit * w.discredit + t.report * w.report + t.page * w.page
        return worth + t.convert * w.demonstration * (0.3 + f)

    def _shares(self, view: ComplotView) -> list[float]:
        """How much of the own deck belongs to each cohort, Backup included."""
        counts = [0.0] * (NO_COHORT + 1)
        backup = 0.0
        mine = self.seat
        cards = [*view.held[mine], *view.tops[mine], *view.discards[mine]]
        cards += [slot.card for slot in view.fronts[mine] if not slot.flags & GONE]
        for card in cards:
            entry = self.book[self.deck.numbers[card]]
            counts[entry.cohort] += 1
            backup += entry.backup
        size = max(len(cards), 1)
        return [(count + backup) / size for count in counts[:NO_COHORT]] + [0.0]

    # --- choices ----------------------------------------------------------------------------------

    def _stammer(self, view: ComplotView, options: Sequence[int]) -> int:
        """The card that would bring least this turn; pairs that rally are kept."""
        hand = [self.deck.numbers[card] for card in view.hand or ()]
        f = self._stage(view)

        def use(act: int) -> float:
            face = int(thing_of(act))
            entry = self.book[face]
            rest = list(hand)
            rest.remove(face)
            pair = any(
                self.book[other].cohort == entry.cohort or self.book[other].backup for other in rest
            )
            shares = [1.0 if pair else 0.0] * NO_COHORT + [0.0]
            worth = self.value(face, f, shares)
            return worth + (0.5 if entry.backup else 0.0)

        return min(options, key=use)

    def _purge(self, view: ComplotView, options: Sequence[int], picks: Sequence[int]) -> int:
        """Starters, from the discard first; late in a match also Étudiants."""
        f = self._stage(view)

        def wish(act: int) -> float:
            card = self.deck.cards[thing_of(act)]
            worth = 3.0 if card.cost == 0 and card.cohort == NO_COHORT else 0.0
            if card.face == self.deck.student and f > 0.75:
                worth = 1.0
            if kind_of(act) == acts.PICK_HAND:
                worth -= 1.0 + 2.0 * f
            return worth - 0.1 * float(card.a + card.r)

        best = max(picks, key=wish)
        if acts.DECLINE in options and wish(best) <= 0.0:
            return acts.DECLINE
        return best

    def _wall(self, act: int) -> float:
        card = self.deck.cards[thing_of(act)]
        return float(card.cost + card.d)

    def _report(self, view: ComplotView, options: Sequence[int], picks: Sequence[int]) -> int:
        """What the other one would like most and this turn cannot pay for."""
        f = self._stage(view)
        shares = [0.3] * NO_COHORT + [0.0]
        hand = [self.deck.cards[self.deck.numbers[card]] for card in view.hand or ()]
        reach = view.reach + sum(int(card.r) for card in hand)

        def wish(act: int) -> float:
            face = self.deck.numbers[view.row[thing_of(act)] or ""]
            dear = self.deck.cards[face].cost > reach
            return self.value(face, f, shares) if dear else 0.0

        best = max(picks, key=wish)
        if acts.DECLINE in options and wish(best) < 6.0:
            return acts.DECLINE
        return best

    def _gave(self, view: ComplotView, act: int) -> float:
        """What a card in front has given, for the right copy of it."""
        face, copy = int(thing_of(act)), int(amount_of(act))
        for slot in view.fronts[self.seat]:
            if self.deck.numbers[slot.card] == face and not slot.flags & GONE:
                if copy == 0:
                    return slot.gave[0] * 1.2 + slot.gave[1]
                copy -= 1
        return 0.0

    def _choose(self, view: ComplotView, picks: Sequence[int]) -> int:
        """Discredit where a wall stands, else the first option (a Stammer)."""
        frame = view.stack[-1]
        op = self.deck.lists[frame.effects][frame.next - 1]
        wall = len(view.fronts[1 - self.seat]) > 0
        for act in picks:
            first = self.deck.lists[op.lists[thing_of(act)]][0]
            if (first.do == DISCREDIT) == wall:
                return act
        return picks[0]


# --- what the cards are ---------------------------------------------------------------------------

PLAIN = 2  # rank of a card that neither draws nor asks


class Entry(Struct, frozen=True):
    """One design as the bot sees it."""

    cohort: int
    source: bool
    backup: bool
    d: int
    rank: int  # when to play it
    plain: Traits
    rally: Traits | None
    mass: Traits | None
    per: float  # Assertion (and Reach) for each other card that it counts


_books: dict[int, tuple[Deck, list[Entry]]] = {}


def _book(deck: Deck) -> list[Entry]:
    """The entries of a deck by face, made once."""
    known = _books.get(id(deck))
    if known is None or known[0] is not deck:
        _books.clear()
        known = _books[id(deck)] = (deck, [_entry(deck, card) for card in deck.cards])
    return known[1]


def _entry(deck: Deck, card: Card) -> Entry:
    ops = deck.lists[card.fx]
    counting = [op for op in ops if op.do in (PER, PER_PLAYED)]
    return Entry(
        cohort=int(card.cohort),
        source=card.source,
        backup=card.backup,
        d=int(card.d),
        rank=_rank(card, ops),
        plain=_traits(deck, ops, int(card.a), int(card.r)),
        rally=_traits(deck, deck.lists[card.ally]) if card.ally else None,
        mass=_traits(deck, deck.lists[card.mass]) if card.mass else None,
        per=sum(float(op.a + op.r) for op in counting),
    )


def _rank(card: Card, ops: Sequence[Op]) -> int:
    doing = {int(op.do) for op in ops}
    if DOUBLE in doing:
        return 5
    if PER in doing:
        return 4 if card.asks else 3
    if doing & {DRAW, STORM, AFTER}:
        return 0
    return 1 if card.asks else PLAIN


def _traits(deck: Deck, ops: Sequence[Op], a: int = 0, r: int = 0) -> Traits:
    sums: dict[str, float] = {"a": a, "r": r}

    def add(key: str, value: float) -> None:
        sums[key] = sums.get(key, 0.0) + value

    for op in ops:
        if op.do == GAIN:
            add("a", float(op.a))
            add("r", float(op.r))
        elif op.do in _COUNTED:
            add(_COUNTED[int(op.do)], float(op.n))
        elif op.do in _ONCE:
            add(_ONCE[int(op.do)], 1)
        elif op.do == CONVERT:
            add("convert", float(op.most))
        elif op.do == STORM:
            add("draw", 0.8 * float(op.n))
        elif op.do == DOUBLE:
            add("a", 2)
        elif op.do == TIMES:
            add("a", 1)
        elif op.do == AFTER:
            add("r", 1)
        elif op.do == CHOOSE:
            best = [_traits(deck, deck.lists[number]) for number in op.lists]
            add("discredit", max(option.discredit for option in best))
            add("stammer", max(option.stammer for option in best) * 0.5)
    return Traits(**sums)


_COUNTED = {DRAW: "draw", STAMMER: "stammer", PURGE: "purge"}
_ONCE = {DISCREDIT: "discredit", REPORT: "report", TOP_NEXT: "page"}


def _knapsack(goods: Sequence[tuple[int, float]], budget: int) -> list[int]:
    """The indices of the goods that together are worth most within a budget; at most a dozen."""
    best: tuple[float, tuple[int, ...]] = (0.0, ())
    useful = [i for i, (_, worth) in enumerate(goods) if worth > 0][:12]

    def search(k: int, left: int, worth: float, taken: tuple[int, ...]) -> None:
        nonlocal best
        if worth > best[0]:
            best = (worth, taken)
        for at in range(k, len(useful)):
            cost, more = goods[useful[at]]
            if cost <= left:
                search(at + 1, left - cost, worth + more, (*taken, useful[at]))

    search(0, budget, 0.0, ())
    return list(best[1])


@cache
def leaning(cohort: int, factor: float = 1.6) -> type[ComplotBot]:
    """A bot to which the cards of a cohort are worth more."""
    return type(f"Lean{cohort}", (ComplotBot,), {"lean": {cohort: factor}})
