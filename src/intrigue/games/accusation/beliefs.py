"""Worlds that fit what a seat has seen: who may have played what, then hands from the rest."""

from collections.abc import Sequence
from random import Random
from typing import Any

from intrigue.kernel.chance import Fast, bit
from intrigue.kernel.game import Setup

from .carddata import base_set
from .memory import PW, Memory
from .rules.cards import CARDS, EVENTS, WORKS
from .rules.events import begin_event
from .rules.position import Accusation
from .rules.rounds import run
from .rules.state import BATCH, CLEANUP, ENDINGS, NONE, STEPS
from .rules.terms import Terms
from .rules.threads import J_BURY, J_SHOW
from .rules.trackers import initiator_of
from .view import AccusationView, Card

_TRIES = 60


def world(
    setup: Setup, terms: Terms, view: AccusationView, memory: Memory, rng: Random
) -> Accusation:
    """One position that fits."""
    return _World(setup, terms, view, memory, rng).build()


class _World:
    def __init__(
        self, setup: Setup, terms: Terms, view: AccusationView, memory: Memory, rng: Random
    ) -> None:
        self.setup = setup
        self.view = view
        self.memory = memory
        self.rng = rng
        self.n = setup.seats
        self.match = Accusation(self.n, terms, base_set().book)

    def build(self) -> Accusation:
        self._public()
        self._hidden()
        self._orphan()
        self._question()
        return self.match

    # --- what everyone sees -----------------------------------------------------------------------

    def _public(self) -> None:
        match, view = self.match, self.view
        book = match.book
        match.round = view.round
        match.speaker = view.speaker
        match.active = _mask(view.active)
        match.crew = view.crew
        match.conceded = _mask(view.conceded)
        match.bank = view.bank
        match.put("tokens", [count for held in view.tokens for count in held])
        match.put("paid", list(view.cost_cards))
        match.put("made", list(view.made))
        match.put("rep", list(view.rep))
        match.put("vp", list(view.vp))
        match.put(
            "country",
            [NONE if key is None else book.country_keys.index(key) for key in view.countries],
        )
        match.put("used", list(view.used))
        match.extra = view.extra
        match.put("notmes", [card * 64 + a * 8 + b for card, a, b in view.notmes])
        match.shown = _mask(view.shown)
        event = view.event
        if event is not None:
            begin_event(match, event.card)
            match.part, match.line, match.lines = event.part, event.line, event.lines
            match.runner, match.after_lines = event.runner, event.after_lines
            match.half_part = event.half_part
            match.cancelled, match.nodeny, match.found = event.cancelled, event.nodeny, event.found
            match.undeniable, match.cleared = _mask(event.undeniable), _mask(event.cleared)
            match.put("locks", [NONE if lock is None else lock for lock in event.locks])
            match.start, match.had = event.start, _mask(event.had)
            match.holder = NONE if event.holder is None else event.holder
            match.accused = NONE if event.accused is None else event.accused
            match.put("denials", [a * 8 + b for a, b in event.denials])
        batch = view.batch
        if batch is not None:
            match.then, match.moved, match.aimed = batch.then, batch.moved, batch.aimed
            for name in ("stack", "doing", "job", "want", "aim", "sub"):
                match.put(name, list(getattr(batch, name)))

    # --- who played what --------------------------------------------------------------------------

    def _hidden(self) -> None:
        view = self.view
        self.others = [seat for seat in view.contributors if seat != view.seat]
        self.unrevealed = view.pile + view.buried
        mine = [card for card in (*view.hand, view.tracker or 0) if card >= WORKS]
        ids = [card for card in range(WORKS, CARDS) if card not in mine]
        self.rng.shuffle(ids)
        self.ids = ids  # Public Works that are not the viewer's
        for attempt in range(_TRIES):
            # nearly always the first; the last ones forget the finer points
            if self._assign(strict=attempt < _TRIES - 20) and self._deal(attempt < _TRIES - 20):
                return
        raise ValueError("no world fits this view")

    def _fixed(self) -> dict[int, Card]:
        """Trackers that the viewer knows."""
        view = self.view
        fixed: dict[int, Card] = {}
        for seat in self.others:
            known = view.known[seat]
            if known is not None:
                fixed[seat] = known
            elif seat in self.memory.tapped:
                fixed[seat] = self.memory.tapped[seat]
        return fixed

    def _assign(self, strict: bool) -> bool:
        """Authors of the revealed cards: a random matching of slots and cards. What a contributor
        has not shown lies in the pile (`played[seat]` None, PW or an id)."""
        view, rng = self.view, self.rng
        free: list[Card] = list(view.revealed)
        hidden = self.unrevealed
        self.played: dict[int, Card | None] = {}
        self.mine_hidden = False
        if view.tracker is not None:
            own: Card = view.tracker if view.tracker <= EVENTS else PW
            if own in free and (own != PW or not hidden or rng.random() < 0.5):
                free.remove(own)
            elif hidden:
                hidden -= 1
                self.mine_hidden = True
            else:
                return False
        self.forced: dict[int, Card] = {}  # known Trackers that are not revealed
        loose = []
        for seat, card in self._fixed().items():
            if card in free and (card != PW or not hidden or rng.random() < 0.5):
                free.remove(card)
                self.played[seat] = card
            elif hidden:
                hidden -= 1
                self.forced[seat] = card
                self.played[seat] = None
            else:
                return False
        loose = [seat for seat in self.others if seat not in self.played]
        slots: list[int] = loose + [NONE] * (len(free) + hidden - len(loose))
        if len(slots) != len(free) + hidden:
            return False
        orphans = len(view.active) < self.n
        for _ in range(30):
            rng.shuffle(slots)
            if not strict or self._plausible(slots, free, orphans):
                break
        else:
            return False
        for i, seat in enumerate(slots):
            if seat != NONE:
                self.played[seat] = free[i] if i < len(free) else None
        self.orphan_works = sum(
            1 for i, seat in enumerate(slots) if seat == NONE and i < len(free) and free[i] == PW
        )
        return True

    def _plausible(self, slots: list[int], free: list[Card], orphans: bool) -> bool:
        memory, honest = self.memory, self.match.terms.honest
        for seat, card in zip(slots, free, strict=False):
            if seat == NONE:
                if card == PW and not orphans:
                    return False
            elif card == PW:
                if memory.works[seat] < 1:
                    return False
            elif (honest and (card, seat) in memory.cleared) or card in memory.not_played[seat]:
                return False
        return True

    # --- hands, pile, deck ------------------------------------------------------------------------

    def _deal(self, strict: bool) -> bool:
        """Public Works first, then Events."""
        view, rng = self.view, self.rng
        hidden_seats = [seat for seat in self.others if self.played[seat] is None]
        works_hand = [0] * self.n
        works_played = {seat for seat in hidden_seats if self.forced.get(seat) == PW}
        revealed_works = list(view.revealed).count(PW)
        own_works = sum(card >= WORKS for card in view.hand)
        own_works += self.mine_hidden and (view.tracker or 0) >= WORKS
        left = 8 - view.supply - revealed_works - own_works - len(works_played)
        need_looked = sum(card == PW for card in view.looked) if self._burying() else 0
        need_looked -= len(works_played) + (self.mine_hidden and (view.tracker or 0) >= WORKS)
        pool = self._pool()
        held: list[list[int]] = [[] for _ in range(self.n)]
        for seat in self._others_active() if strict else ():
            held[seat] = sorted(card for card in self.memory.in_hand[seat] if card in pool)
        room = [
            (seat, place)
            for seat in self._others_active()
            for place in range(view.hands[seat] - len(held[seat]))
        ]
        played_room = [(seat, -1) for seat in hidden_seats if seat not in self.forced]
        rng.shuffle(played_room)
        order: list[tuple[int, int]] = played_room[: max(need_looked, 0)]
        rest = room + played_room[max(need_looked, 0) :]
        rng.shuffle(rest)
        have = [0] * self.n
        for seat, played in self.played.items():
            have[seat] += played == PW or seat in works_played
        for seat, place in order + rest:
            if left == 0:
                break
            if strict and have[seat] >= self.memory.works[seat]:
                continue
            have[seat] += 1
            left -= 1
            if place < 0:
                works_played.add(seat)
            else:
                works_hand[seat] += 1
        if left != 0 or need_looked > len(works_played):
            return False
        ids = list(self.ids)
        hands = [0] * self.n
        for seat in range(self.n):
            for _ in range(works_hand[seat]):
                hands[seat] |= 1 << ids.pop()
        trackers = [0] * self.n
        pile: list[int] = []
        if view.seat >= 0:
            hands[view.seat] = _cards(view.hand)
            trackers[view.seat] = view.tracker or 0
            if self.mine_hidden and view.tracker is not None:
                pile.append(view.tracker)
        revealed: list[int] = []
        authors = {card: seat for seat, card in self.played.items() if isinstance(card, int)}
        works_authors = [seat for seat, card in self.played.items() if card == PW]
        own_shown = (view.tracker or 0) >= WORKS and not self.mine_hidden
        for shown in view.revealed:
            if isinstance(shown, int):
                revealed.append(shown)
                if shown in authors:
                    trackers[authors[shown]] = shown
            elif own_shown and view.tracker is not None:
                revealed.append(view.tracker)
                own_shown = False
            else:
                revealed.append(ids.pop())
                if works_authors:
                    trackers[works_authors.pop()] = revealed[-1]
        looked = [card for card in self.memory.looked if card in pool]
        for seat in hidden_seats:
            card = self.forced.get(seat)
            if seat in works_played:
                trackers[seat] = ids.pop()
            elif isinstance(card, int):
                if card not in pool:
                    return False
                pool.remove(card)
                trackers[seat] = card
                if card in looked:
                    looked.remove(card)
            else:
                continue
            pile.append(trackers[seat])
        seats_left = [seat for seat in hidden_seats if trackers[seat] == 0]
        rng.shuffle(seats_left)
        for card in looked:  # in the pile for certain, its author unknown
            pool.remove(card)
        fillers = looked + [NONE] * (self.unrevealed - len(pile) - len(looked))
        if len(fillers) != self.unrevealed - len(pile) or len(fillers) < len(seats_left):
            return False
        for seat, cards in enumerate(held):
            for card in cards:
                if card not in pool:
                    return False
                pool.remove(card)
                hands[seat] |= 1 << card
        rng.shuffle(fillers)
        rng.shuffle(pool)
        for i, filler in enumerate(fillers):
            card = pool.pop() if filler == NONE else filler
            pile.append(card)
            if i < len(seats_left):
                trackers[seats_left[i]] = card
        for seat in range(self.n):
            while _size(hands[seat]) < view.hands[seat]:
                hands[seat] |= 1 << pool.pop()
        return self._place(hands, trackers, pile, revealed, pool, ids)

    def _others_active(self) -> list[int]:
        return [seat for seat in self.view.active if seat != self.view.seat]

    def _pool(self) -> list[int]:
        """Events of which the viewer does not know where they are."""
        view = self.view
        away = {card for card in (*view.hand, *view.revealed) if isinstance(card, int)}
        away |= self._gone()
        if view.tracker is not None:
            away.add(view.tracker)
        return [card for card in range(1, EVENTS + 1) if card not in away]

    def _gone(self) -> set[int]:
        """Events that certainly lie in the discard."""
        spent = self.view.spent
        return (self.memory.spent if spent is None else set(spent)) | (
            self.memory.thrown - set(self.view.hand)
        )

    def _place(
        self,
        hands: list[int],
        trackers: list[int],
        pile: list[int],
        revealed: list[int],
        pool: list[int],
        ids: list[int],
    ) -> bool:
        view, match = self.view, self.match
        gone = self._gone()
        if len(gone) > view.discard or len(pool) != view.deck + view.discard - len(gone):
            return False
        if len(ids) != view.supply:
            return False
        match.put("hand", hands)
        match.put("tracker", trackers)
        match.put("revealed", revealed)
        match.discard = _cards(gone) | _cards(pool[view.deck :])
        match.deck = _cards(pool[: view.deck])
        match.spent = _cards(self.memory.spent if view.spent is None else view.spent)
        match.supply = _cards(ids)
        match.put(
            "known",
            [0 if known is None else trackers[seat] for seat, known in enumerate(view.known)],
        )
        return self._bury(pile)

    def _bury(self, pile: list[int]) -> bool:
        """The buried ones among the cards of the pile, in their order."""
        view, match, rng = self.view, self.match, self.rng
        left = list(pile)
        buried: list[int] = []
        known = self.memory.burials[len(self.memory.burials) - view.buried :]
        known = [None] * (view.buried - len(known)) + known
        spoken = {card for card in known if isinstance(card, int)}
        spoken |= {card for card in view.looked if isinstance(card, int)}
        for card in known:
            if isinstance(card, int) and card in left:
                chosen = card
            elif card == PW and any(c >= WORKS for c in left):
                chosen = next(c for c in left if c >= WORKS)
            else:
                free = [c for c in left if c not in spoken]
                if not free:
                    return False
                chosen = rng.choice(free)
            left.remove(chosen)
            buried.append(chosen)
        match.put("buried", buried)
        match.pile = _cards(left)
        return self._look(left)

    def _burying(self) -> bool:
        batch = self.view.batch
        return batch is not None and J_BURY in batch.job

    def _look(self, left: list[int]) -> bool:
        """Cards under examination in a question of Propaganda or Embassy Bug."""
        view, match, rng = self.view, self.match, self.rng
        batch = view.batch
        if batch is None:
            return True
        base = len(batch.stack) - self.n
        under_eyes = [0] * self.n
        for t, job in enumerate(batch.job):
            if job not in (J_BURY, J_SHOW):
                continue
            who = batch.stack[base + t]
            target = batch.aim[t]
            if job == J_BURY:
                there = list(left)
                count = min(int(match.book.b[batch.doing[t]]), len(there))
                privy = who == view.seat
            else:
                there = [card for card in range(1, CARDS) if match.hand[target] >> card & 1]
                count = int(match.book.b[batch.doing[t]]) - batch.want[t]
                privy = view.seat in (who, target)
            rng.shuffle(there)
            if privy:
                wanted = list(view.looked)
                seen = [card for card in wanted if isinstance(card, int)]
                works = [card for card in there if card >= WORKS]
                works = works[: sum(card == PW for card in wanted)]
                if len(works) != sum(card == PW for card in wanted):
                    return False
                if any(card not in there for card in seen):
                    return False
                under_eyes[t] = _cards(seen + works)
            else:
                under_eyes[t] = _cards(there[:count])
        match.put("seen", under_eyes)
        return True

    def _orphan(self) -> None:
        """AM-10, `deferred`: whoever denied and left may have been the Initiator."""
        view, match = self.view, self.match
        event = view.event
        if event is None or not match.terms.deferred or initiator_of(match, event.card) != NONE:
            return
        gone = {who for who, _ in event.denials} - {*view.active, *event.cleared}
        if gone:
            match.orphaned = self.rng.choice(sorted(gone) if event.found else [NONE, *sorted(gone)])

    # --- the open question ------------------------------------------------------------------------

    def _question(self) -> None:
        match, view = self.match, self.view
        if view.phase == "over":
            match.over = True
            match.step = CLEANUP
            match.ending = ENDINGS.index(view.ending)
            match.winners = _mask(view.winners)
            return
        match.step = STEPS.index(view.phase)
        if match.step == BATCH or match.sealed.owed == 0:
            run(match, Fast(self.rng.getrandbits(30)))
        if view.answer is not None:
            match.seal_again(view.seat, view.answer)


def _mask(seats: Sequence[int]) -> int:
    return sum(int(bit(seat)) for seat in seats)


def _cards(ids: Any) -> int:
    return sum(1 << card for card in set(ids))


def _size(cards: int) -> int:
    return cards.bit_count()
