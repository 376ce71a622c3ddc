"""No imagined world contradicts what its seat has seen: played again from its own deal and with its
own hidden choices, it tells the seat the same."""

from random import Random

from intrigue.games.jaccuse.beliefs import Belief
from intrigue.games.jaccuse.notation import spell_faces
from intrigue.games.jaccuse.rules import acts, past
from intrigue.games.jaccuse.rules.acts import kind_of, target_of
from intrigue.games.jaccuse.rules.cards import COLOURS, NO_CARD, cards_of
from intrigue.games.jaccuse.rules.hands import hand_of
from intrigue.games.jaccuse.rules.position import JAccuse
from intrigue.games.jaccuse.rules.state import MEMBERSHIP_PHASE, VOTE_PHASE
from intrigue.games.jaccuse.rules.terms import terms_of
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, Setup
from tests.games.jaccuse.match import GAME, Watch, by_kind, some_show, table

WORLDS = 10_000 if compiled() else 150
BATCH = 24


def dealt(setup: Setup, world: JAccuse) -> JAccuse:
    """A world's own deal: every card back to where it came from, the last move first."""
    hands = [hand_of(world, seat) for seat in range(world.seats)]
    for number, face in enumerate(world.votes):
        if face != NO_CARD:
            hands[number % world.seats].append(int(face))
    for step in reversed(past.steps(world.past)):
        seat, other, one = int(step.seat), int(step.other), int(step.one)
        if step.kind in (past.REPLACED, past.ENACTED, past.ELECTED, past.DEFECTED):
            hands[seat].append(one)
        elif step.kind in (past.CAPTURED, past.CLEARED):
            hands[seat if step.kind == past.CAPTURED else other].remove(one)
        elif step.kind == past.SWAPPED:
            for giver, taker, cards in ((seat, other, one), (other, seat, int(step.two))):
                for face in cards_of(cards):
                    hands[taker].remove(face)
                    hands[giver].append(face)
        elif step.kind == past.PLACED:
            for owner, face in enumerate(step.faces):
                hands[owner].append(int(face))
    deal = {
        "networks": [COLOURS[colour] for colour in world.network],
        "hands": setup.by_seat([spell_faces(hand, False) for hand in hands]),
    }
    return GAME.load(setup, deal, Fast(0))


def in_world(world: JAccuse, again: JAccuse, seat: int, act: int) -> int:
    """An act of the true match with the cards that it was done with in this world."""
    kind = kind_of(act)
    hidden = {
        acts.MEMBERSHIP: past.PLACED if again.phase == MEMBERSHIP_PHASE else past.REPLACED,
        acts.PARLEY: past.SWAPPED,
        acts.REPLY: past.SWAPPED,
        acts.DEFECT: past.DEFECTED,
        acts.SHOW: past.SHOWN,
    }
    if kind not in hidden:
        return act
    to_come = past.steps(world.past)[len(past.steps(again.past)) :]
    step = next((step for step in to_come if step.kind == hidden[kind]), None)
    if step is None:  # a parley that waits for its reply
        return int(acts.act_of(kind, target_of(act), world.offer))
    if kind == acts.SHOW:
        return int(acts.show_act(acts.shown_to(act), step.one))
    if kind in (acts.PARLEY, acts.REPLY):
        cards = step.one if kind == acts.PARLEY else step.two
        return int(acts.act_of(kind, target_of(act), cards))
    return int(acts.card_act(kind, step.faces[seat] if step.kind == past.PLACED else step.one))


def replayed(
    setup: Setup, world: JAccuse, seat: int, deeds: list[tuple[int, int]]
) -> tuple[JAccuse, list[Seen]]:
    """The match in that world, and what the seat is told in it."""
    again = dealt(setup, world)
    watch = Watch(setup)
    for actor, act in deeds:
        watch.hear(again.play(actor, in_world(world, again, actor, act), Fast(0)))
    return again, watch.seen[seat]


def check_match(setup: Setup, seed: int) -> tuple[int, int]:
    """Worlds at late moments of one generation; how many were replayed, and how many were not
    drawn by the filter, so that nobody knows their past."""
    rng, chance = Random(seed), Fast(seed)
    match = GAME.start(setup, chance)
    watch, deeds = Watch(setup), list[tuple[int, int]]()
    made = made_up = 0
    while True:
        seat = int(match.next())
        act = int(match.lean(seat, chance))
        if rng.random() < 0.3:
            act = by_kind(rng, match.options(seat))
        if rng.random() < 0.05 and hand_of(match, seat):
            act = some_show(rng, match, seat)
            if match.check(seat, act) is not None:
                continue
        events = match.play(seat, act, chance)
        if match.generation > 1:
            return made, made_up
        watch.hear(events)
        deeds.append((seat, act))
        under_way = match.phase <= VOTE_PHASE and max(match.sealed.answers) >= 0
        if under_way or len(past.steps(match.past)) < 8 or rng.random() < 0.7:
            continue
        viewer = rng.randrange(setup.seats)
        seen = watch.seen[viewer]
        belief = Belief(setup, terms_of(setup), match.view(viewer), seen)
        for world in belief.worlds(BATCH, Random(seed), BATCH):
            assert world.view(viewer) == match.view(viewer)
            if belief.fell_back:
                made_up += 1
                continue
            again, told = replayed(setup, world, viewer, deeds)
            assert told == seen
            assert [hand_of(again, i) for i in range(again.seats)] == [
                hand_of(world, i) for i in range(world.seats)
            ]
            assert list(again.members) == list(world.members)
            made += 1


def test_no_imagined_world_contradicts_what_a_seat_has_seen() -> None:
    made = made_up = seed = 0
    while made < WORLDS:
        seed += 1
        more = check_match(table(5 + seed % 5), seed)
        made, made_up = made + more[0], made_up + more[1]
    assert made_up < made / 5
