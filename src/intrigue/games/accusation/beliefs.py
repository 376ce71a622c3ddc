"""Worlds that fit what a seat has seen. What its view and its events tell is gathered here, once
for all its worlds; what it cannot know is dealt by `rules.dealing`."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from intrigue.kernel.chance import Fast, bit
from intrigue.kernel.game import Setup
from intrigue.kernel.story import Secret

from .carddata import base_set
from .memory import PW, Memory
from .rules.acts import ANY_WORKS
from .rules.cards import EVENTS, WORKS, cards_of
from .rules.dealing import Unseen, deal_unseen, draw
from .rules.events import begin_event
from .rules.position import Accusation
from .rules.rounds import run
from .rules.state import BATCH, CLEANUP, ENDINGS, NONE, STEPS
from .rules.terms import Terms
from .rules.threads import J_BURY, J_SHOW
from .rules.trackers import initiator_of
from .view import AccusationView, Card
from .worth import part_of, parts_of

STRICT, TRIES = 40, 60  # nearly always the first; the last ones forget the finer points
UNCLAIMED = 0.08  # how much less likely somebody has played what nobody claimed
DENIED = 80  # how much more likely, in percent, whoever denies is guilty


def imagine(
    setup: Setup, terms: Terms, view: AccusationView, memory: Memory, rng: Random, count: int
) -> list[Accusation]:
    """So many positions that fit."""
    public = _public(setup, terms, view, memory)
    unseen = _unseen(setup, terms, view, memory)
    chance = Fast(rng.getrandbits(60))
    return [_world(public, unseen, view, chance) for _ in range(count)]


def _world(public: Accusation, unseen: Unseen, view: AccusationView, chance: Fast) -> Accusation:
    for attempt in range(TRIES):
        world = public.copy()
        if deal_unseen(world, unseen, chance, attempt < STRICT) and _look(world, view, chance):
            _orphan(world, view, chance)
            _ask(world, view, chance)
            return world
    raise ValueError("no world fits this view")


# --- what everyone sees ---------------------------------------------------------------------------


def _public(setup: Setup, terms: Terms, view: AccusationView, memory: Memory) -> Accusation:
    """A position with nothing but what everyone sees, and the viewer's own hand."""
    match = Accusation(setup.seats, terms, base_set().book)
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
    match.spent = _cards(memory.spent if view.spent is None else view.spent)
    if view.seat >= 0:
        hands = [0] * setup.seats
        hands[view.seat] = _cards(view.hand)
        match.put("hand", hands)
    if view.phase == "over":
        match.over = True
        match.step = CLEANUP
        match.ending = ENDINGS.index(view.ending)
        match.winners = _mask(view.winners)
    else:
        match.step = STEPS.index(view.phase)
    return match


# --- what the viewer knows of the rest ------------------------------------------------------------


def _unseen(setup: Setup, terms: Terms, view: AccusationView, memory: Memory) -> Unseen:
    unseen = Unseen(setup.seats)
    unseen.seat = view.seat
    unseen.authors = _mask(view.contributors)
    unseen.active = _mask(view.active)
    unseen.public = _mask([seat for seat, card in enumerate(view.known) if card is not None])
    unseen.mine = view.tracker or 0
    unseen.hidden = view.pile + view.buried
    unseen.put("hands", list(view.hands))
    unseen.put("tracker", [_number(card) for card in _trackers(view, memory)])
    unseen.put("revealed", [_number(card) for card in view.revealed])
    unseen.put("eager", [_eager(card, memory) for card in view.revealed])
    unseen.put("pressed", [_pressed(view, seat) for seat in range(setup.seats)])
    _know_events(unseen, terms, view, memory)
    _know_works(unseen, view, memory)
    return unseen


def _know_events(unseen: Unseen, terms: Terms, view: AccusationView, memory: Memory) -> None:
    away = {card for card in (*view.hand, *view.revealed) if isinstance(card, int)}
    gone = memory.spent if view.spent is None else set(view.spent)
    gone = gone | (memory.thrown - set(view.hand))
    pool = set(range(1, EVENTS + 1)) - away - gone - {view.tracker}
    unseen.pool = _cards(pool)
    unseen.gone = _cards(gone)
    unseen.deck, unseen.discard = view.deck, view.discard
    unseen.put("held", [_cards(held & pool) for held in memory.in_hand])
    barred = [_cards(cards) for cards in memory.not_played]
    if terms.honest:
        for card, seat in memory.cleared:
            barred[seat] |= _cards([card])
    unseen.put("barred", barred)
    unseen.looked = _cards(memory.looked & pool)
    burials = memory.burials[len(memory.burials) - view.buried :]
    burials = [None] * (view.buried - len(burials)) + burials
    unseen.put("burials", [_number(card) for card in burials])
    unseen.spoken = _cards(card for card in (*burials, *view.looked) if isinstance(card, int))


def _know_works(unseen: Unseen, view: AccusationView, memory: Memory) -> None:
    mine = [card for card in (*view.hand, view.tracker or 0) if card >= WORKS]
    unseen.ids = _cards(range(WORKS, WORKS + 8)) & ~_cards(mine)
    unseen.put("works", memory.works)
    shown = view.revealed.count(PW) + sum(card >= WORKS for card in view.hand)
    unseen.works_left = 8 - view.supply - shown
    burying = view.batch is not None and J_BURY in view.batch.job
    unseen.works_seen = view.looked.count(PW) if burying else 0


def _trackers(view: AccusationView, memory: Memory) -> list[Card | None]:
    """Trackers that the viewer knows."""
    trackers = [
        memory.tapped.get(seat) if known is None else known for seat, known in enumerate(view.known)
    ]
    trackers = [card if i in view.contributors else None for i, card in enumerate(trackers)]
    if view.tracker is not None:
        trackers[view.seat] = view.tracker if view.tracker <= EVENTS else PW
    return trackers


def _eager(card: Card, memory: Memory) -> int:
    """How often a player who could chooses the card, beside 100 for one of the World Deck: counted
    in matches between scripted bots. What nobody claimed was probably nobody's."""
    if not isinstance(card, int):
        return 100
    success = part_of(card, "success")
    if success:
        often = 135 if any(effect[0] == "vp" for effect in success) else 55
    else:
        often = 120 if part_of(card, "country") else 20
    claims = sum(section in ("country", "success") for section, _ in parts_of(card))
    if claims and memory.unclaimed.count(card) >= claims:
        return int(often * UNCLAIMED)
    return often


def _pressed(view: AccusationView, seat: int) -> int:
    """How much more likely a seat has played the Event under way because it denied that."""
    if view.event is None:
        return 0
    return DENIED * sum(who == seat for who, _ in view.event.denials)


# --- the open question ----------------------------------------------------------------------------


def _look(match: Accusation, view: AccusationView, chance: Fast) -> bool:
    """Cards under examination in a question of Propaganda or Embassy Bug."""
    batch = view.batch
    if batch is None or not (J_BURY in batch.job or J_SHOW in batch.job):
        return True
    base = len(batch.stack) - match.seats
    under_eyes = [0] * match.seats
    for t, job in enumerate(batch.job):
        if job not in (J_BURY, J_SHOW):
            continue
        who, target = batch.stack[base + t], batch.aim[t]
        there = match.pile if job == J_BURY else match.hand[target]
        count = int(match.book.b[batch.doing[t]]) - (batch.want[t] if job == J_SHOW else 0)
        if view.seat == who or (job == J_SHOW and view.seat == target):
            seen = [card for card in view.looked if isinstance(card, int)]
            works = [card for card in cards_of(there) if card >= WORKS][: view.looked.count(PW)]
            if len(works) < view.looked.count(PW) or any(not there >> c & 1 for c in seen):
                return False
            under_eyes[t] = _cards(seen + works)
        else:
            under_eyes[t] = draw(there, count, chance)
    match.put("seen", under_eyes)
    return True


def _orphan(match: Accusation, view: AccusationView, chance: Fast) -> None:
    """AM-10, `deferred`: whoever denied and left may have been the Initiator."""
    event = view.event
    if event is None or not match.terms.deferred or initiator_of(match, event.card) != NONE:
        return
    gone = sorted({who for who, _ in event.denials} - {*view.active, *event.cleared})
    if gone:
        likely = gone if event.found else [NONE, *gone]
        match.orphaned = likely[chance.below(len(likely))]


def _ask(match: Accusation, view: AccusationView, chance: Fast) -> None:
    """Put the open question; others' sealed answers are left open."""
    if match.over:
        return
    if match.step == BATCH or match.sealed.owed == 0:
        run(match, chance)
    if view.answer is not None:
        match.seal_again(view.seat, view.answer)


def _number(card: Card | None) -> int:
    """A card by its id, 0 for none; Public Works have no id for others."""
    if card is None:
        return 0
    return card if isinstance(card, int) else ANY_WORKS


def _mask(seats: Sequence[int]) -> int:
    return sum(int(bit(seat)) for seat in seats)


def _cards(ids: Iterable[int]) -> int:
    return sum(1 << card for card in set(ids))


# --- what may be guessed --------------------------------------------------------------------------


def secrets(match: Accusation) -> Iterator[Secret]:
    """AC-60: who has put a revealed card into the pile, and what everybody has."""
    if match.over:
        return
    for card in match.revealed:
        if card <= EVENTS and card not in match.known:
            yield _initiator(int(card), initiator_of(match, card))
    for seat, card in enumerate(match.tracker):
        if card != 0 and match.known[seat] == 0:
            yield _played(seat, int(card))


def known(view: AccusationView, memory: Memory) -> Iterator[Secret]:
    if view.phase == "over":
        return
    sure = {seat: card for seat, card in memory.tapped.items() if seat in view.contributors}
    if view.tracker is not None:
        sure[view.seat] = view.tracker
    for seat, card in sorted(sure.items()):
        if view.known[seat] is None:
            if card in view.revealed and card not in view.known:
                yield _initiator(int(card), seat)
            yield _played(seat, card)


def _initiator(card: int, seat: int) -> Secret:
    return Secret("initiator", (), "" if seat == NONE else str(seat), card)


def _played(seat: int, card: Card) -> Secret:
    """Public Works are all alike to everybody but their owner (AC-3)."""
    works = card == PW or int(card) > EVENTS
    return Secret("tracker", (seat,), PW if works else str(card))
