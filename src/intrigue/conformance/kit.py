"""The conformance kit: what every game must fulfil, as functions that raise `Defect`.

Each takes a game, a setup and a seed, so a test can hand in as many seeds as it likes (or let
Hypothesis find them) and a third-party game can be checked with these checks.
"""

import gc
import itertools
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import msgspec

from intrigue.kernel.batch import observed, offered
from intrigue.kernel.chance import Chance, Fast, Seeded
from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.playout import lean_playout
from intrigue.kernel.position import SPECTATOR, Event, Illegal, Position
from intrigue.kernel.story import Secret, Teller
from intrigue.kernel.text import LANGUAGES, BadInput
from intrigue.session.record import Record, verify
from intrigue.session.table import Table
from intrigue.session.undo import Past


class Defect(AssertionError):
    """A promise of the contract that the game breaks."""


def demand(fact: bool, promise: str) -> None:
    if not fact:
        raise Defect(promise)


class Ply(msgspec.Struct):
    """One step of a random match: who did what, and what happened."""

    position: Position
    seat: int
    act: int
    events: list[Event]


def wander(
    game: Game, setup: Setup, seed: int, free: float = 0.15, brisk: bool = False
) -> Iterator[Ply]:
    """Random play with free acts mixed in, checked and told. Hands out the position before each
    act; the caller may look, not touch."""
    rng = Random(seed)
    chance = Fast(seed)
    position = game.start(setup, chance)
    position.brisk = brisk
    while not position.over:
        seat = int(position.next())
        act = rng.choice(position.options(seat))
        if rng.random() < free:
            giver = rng.randrange(setup.seats)
            extra = voluntary(game, position, giver, rng)
            if extra:
                seat, act = giver, rng.choice(extra)
        before = position.copy()
        yield Ply(before, seat, act, position.play(seat, act, chance))
    yield Ply(position, -1, -1, [])


def voluntary(game: Game, position: Position, seat: int, rng: Random) -> list[int]:
    """The free acts a fuzzer may pick from: of those that end a match early, hardly any."""
    acts = position.free(seat)
    if game.rare and rng.random() > 0.02:
        acts = [act for act in acts if game.kind(act) not in game.rare]
    return acts


# --- rules --------------------------------------------------------------------------------------


def ends(game: Game, setup: Setup, seed: int) -> int:
    """Random play ends within the bound, with an outcome; the number of decisions."""
    chance = Fast(seed)
    position = game.start(setup, chance)
    bound = game.bound(setup)
    decisions = 0
    while not position.over:
        demand(decisions < bound, f"a match passes its bound of {bound} decisions")
        seat = position.next()
        demand(position.outcome() is None, "an outcome while the match goes on")
        position.apply(seat, position.nth(seat, chance.below(position.width(seat))), chance)
        decisions += 1
    outcome = position.outcome()
    demand(outcome is not None, "the match is over without an outcome")
    demand(position.next() == -1, "somebody is asked after the end")
    assert outcome is not None
    demand(len(outcome.scores) == setup.seats, "a score for every seat")
    demand(all(0 <= w < setup.seats for w in outcome.winners), "winners are seats")
    demand(outcome.reason in game.outcomes, f"outcome {outcome.reason!r} is not declared")
    return decisions


def options_agree(game: Game, setup: Setup, seed: int) -> None:
    """`asked`, `options`, `width`, `nth` and `check` say the same, and notation reads back."""
    for number, moment in enumerate(wander(game, setup, seed)):
        position = moment.position
        if position.over:
            return
        asked = position.asked()
        demand(asked == sorted(set(asked)) and bool(asked), "asked seats: sorted, unique, some")
        demand(position.next() == asked[0], "next() is the first asked seat")
        for seat in asked:
            options = position.options(seat)
            demand(bool(options), "a seat is asked and has no option")
            demand(len(options) <= 1000, "a prompt has more than 1,000 options")
            demand(len(set(options)) == len(options), "an option stands twice")
            demand(position.width(seat) == len(options), "width() disagrees with options()")
            nths = [position.nth(seat, k) for k in range(len(options))]
            demand(nths == options, "nth() disagrees with options()")
            demand(position.default(seat, Fast(seed)) in options, "the default is no option")
            prompt = position.prompt(seat)
            demand(prompt.seat == seat, "a prompt names its seat")
            demand(prompt.kind in game.prompts, f"prompt {prompt.kind!r} is not declared")
            demand(prompt.progress in ("names", "count", "hidden"), "progress is a known word")
            named = prompt.window or prompt.progress == "names"
            demand(named or not game.shows_ready(setup), "who is ready is not shown as declared")
            _accepted(game, setup, position, seat, options)
        seat = number % setup.seats  # they are many, and the same for many moments
        _accepted(game, setup, position, seat, position.free(seat))


def _accepted(game: Game, setup: Setup, position: Position, seat: int, acts: list[int]) -> None:
    for act in acts:
        text = game.spell(setup, act)
        demand(position.check(seat, act) is None, f"{text!r} is offered and refused")
        demand(game.parse(setup, text) == act, f"{text!r} does not read back")
        game.kind(act)


def refuses_cleanly(game: Game, setup: Setup, seed: int) -> None:
    """A refused act raises, says why in every language, and changes nothing; rubbish never
    crashes; what is accepted is offered, or declared."""
    rng = Random(seed)
    for moment in wander(game, setup, seed):
        position = moment.position
        before = position.key()
        acts = [rng.randrange(-5, 1 << rng.randrange(1, 24)) for _ in range(4)]
        acts += [moment.act, moment.act ^ (1 << rng.randrange(12))]
        for act in acts:
            seat = rng.randrange(setup.seats)
            refusal = position.check(seat, act)
            demand(position.key() == before, "check() changed the position")
            if refusal is None:
                offered = position.options(seat) if seat in position.asked() else []
                known = act in offered or act in position.free(seat)
                beyond = known or game.accepts_beyond(position, seat, act)
                demand(beyond, f"act {act} is accepted but neither offered nor declared")
                continue
            for lang in LANGUAGES:
                game.explain(refusal, setup.names, lang)
            try:
                position.play(seat, act, Fast(seed))
            except Illegal:
                pass
            else:
                raise Defect("an act that check() refuses was played")
            demand(position.key() == before, "a refused act changed the position")
        for text in _rubbish(rng, game, setup, moment.act):
            with suppress(Illegal, BadInput):
                game.parse(setup, text)


def _rubbish(rng: Random, game: Game, setup: Setup, act: int) -> list[str]:
    noise = "".join(chr(rng.choice([rng.randrange(128), rng.randrange(0x3000)])) for _ in range(9))
    texts = [noise, "", " ", "\0", "-1", "9" * 400, "²", setup.names[0]]
    if act >= 0:
        words = game.spell(setup, act).split()
        texts += [words[0] + " " + noise, words[0] + " -1", words[0] + " 99999999999", words[0]]
        texts.append(" ".join([*words, noise]))
    return texts


def copies(game: Game, setup: Setup, seed: int) -> None:
    """`copy()` is equal and independent, in both directions."""
    for moment in wander(game, setup, seed):
        position = moment.position
        if position.over:
            return
        before = position.key()
        twin = position.copy()
        demand(twin.key() == before, "a copy differs from its original")
        kept = twin.brisk == position.brisk and twin.origin is position.origin
        demand(kept, "a copy does not carry over what every copy keeps")
        other = position.copy()
        for _ in range(setup.seats + 1):
            if not twin.over:
                chance = Fast(seed)
                seat = twin.next()
                twin.apply(seat, twin.nth(seat, chance.below(twin.width(seat))), chance)
            demand(position.key() == before, "playing on a copy changed the original")
        demand(other.key() == before, "playing on a copy changed another copy")
        told = position.copy()
        told.play(moment.seat, moment.act, Fast(seed))
        other.apply(moment.seat, moment.act, Fast(seed))
        demand(told.key() == other.key(), "play() and apply() do different things")


def pickles(game: Game, setup: Setup, seed: int) -> None:
    """Positions, prompts, events, refusals, outcomes and chance can be pickled and deeply copied:
    for whoever sends them to other processes."""
    chance = Fast(seed)
    for moment in wander(game, setup, seed, brisk=seed % 2 == 0):
        position = moment.position
        for again in (_pickled(position), deepcopy(position)):
            demand(again.key() == position.key(), "a position that was pickled is another one")
            demand(again.over or again.asked() == position.asked(), "pickling asks others")
            demand(again.brisk == position.brisk, "pickling forgets `brisk`")
        prompts = [position.prompt(seat) for seat in ([] if position.over else position.asked())]
        parts = [*prompts, *moment.events, position.outcome(), position.check(0, -2)]
        for part in parts:
            demand(repr(_pickled(part)) == repr(part), f"{part!r} cannot be pickled")
            demand(repr(deepcopy(part)) == repr(part), f"{part!r} cannot be copied")
        demand(_pickled(chance).below(1000) == chance.below(1000), "chance goes on elsewhere")


def _pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def hurries(game: Game, setup: Setup, seed: int) -> None:
    """A brisk position asks fewer questions and leaves the same trace: every viewer is told the
    same events in the same order, and shown the same at every question that is no window."""
    script: list[tuple[int, int]] = []
    slow = _trace(game, setup, seed, False, script)
    fast = _trace(game, setup, seed, True, script)
    for viewer, one, other in zip(viewers(setup), slow, fast, strict=True):
        demand(one == other, f"a brisk position looks different to viewer {viewer}")


def _trace(
    game: Game, setup: Setup, seed: int, brisk: bool, script: list[tuple[int, int]]
) -> list[list[object]]:
    """What each viewer gets in a match by a script of real choices (random play writes it)."""
    rng, chance = Random(seed), Fast(seed)
    position = game.start(setup, chance)
    position.brisk = brisk
    writing, at = not script, 0
    streams: list[list[object]] = [[] for _ in viewers(setup)]
    while not position.over:
        seat = int(position.next())
        window = position.prompt(seat).window
        if not window:
            for viewer, stream in zip(viewers(setup), streams, strict=True):
                stream.append(position.view(viewer))
        act = int(position.nth(seat, 0))
        if not window or position.width(seat) > 1:
            if writing:
                script.append((seat, rng.choice(position.options(seat))))
            demand(at < len(script) and script[at][0] == seat, "a brisk position asks others")
            act = script[at][1]
            at += 1
            demand(position.check(seat, act) is None, "a brisk position asks something else")
        events = position.play(seat, act, chance)
        for viewer, stream in zip(viewers(setup), streams, strict=True):
            for event in events:
                seen = event.seen_by(viewer)
                if seen is not None:
                    stream.append((seen.kind, seen.data))
    return streams


def conserves(game: Game, setup: Setup, seed: int) -> None:
    """What the game says is conserved is."""
    values = [game.conserved(moment.position) for moment in wander(game, setup, seed, 0.3)]
    for value in values:
        demand(value == values[0], f"not conserved: {values[0]!r} became {value!r}")


def text_forms(game: Game, setup: Setup, seed: int) -> None:
    """A position's text form is a complete `given`, as JSON too."""
    for moment in wander(game, setup, seed):
        dumped = game.dump(setup, moment.position)
        again = msgspec.json.decode(msgspec.json.encode(dumped))
        loaded = game.load(setup, again, Fast(seed))
        demand(loaded.key() == moment.position.key(), f"dump and load differ: {dumped}")


def symmetric(game: Game, setup: Setup, seed: int) -> None:
    """The same people in other seats, doing the same things, fare the same (for games without
    chance before the first act)."""
    if game.symmetry == "none":
        return
    rng = Random(seed)
    order = list(range(setup.seats))
    if game.symmetry == "all":
        rng.shuffle(order)
    else:
        turn = rng.randrange(setup.seats)
        order = order[turn:] + order[:turn]
    moved = game.setup([setup.names[seat] for seat in order], setup.options)
    twin = game.start(moved, Fast(seed))
    for moment in wander(game, setup, seed):
        here, there = game.dump(setup, moment.position), game.dump(moved, twin)
        demand(here == there, f"seats matter: {here} and {there}")
        if moment.seat >= 0:
            act = game.parse(moved, game.spell(setup, moment.act))
            twin.play(moved.seat(setup.names[moment.seat]), act, Fast(seed))


# --- views, events, words -----------------------------------------------------------------------


def viewers(setup: Setup) -> range:
    """Every seat, and the spectator."""
    return range(SPECTATOR, setup.seats)


def views_travel(game: Game, setup: Setup, seed: int) -> None:
    """Views are frozen values that survive the wire."""
    for moment in wander(game, setup, seed):
        for viewer in viewers(setup):
            view = moment.position.view(viewer)
            demand(type(view) is game.view_type, "view() gives the declared type")
            demand(bool(view.__struct_config__.frozen), "views are frozen")  # type: ignore[attr-defined]
            demand(_wire(game, view) == view, "a view changes on the wire")


def _wire(game: Game, view: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view), type=game.view_type)


def explained(game: Game, setup: Setup, seed: int) -> None:
    """Every view field that changes has an event in the same step, seen by that viewer."""
    before: list[dict[str, Any]] | None = None
    last: list[Event] = []
    for moment in wander(game, setup, seed):
        now = [msgspec.structs.asdict(moment.position.view(v)) for v in viewers(setup)]  # type: ignore[arg-type]
        if before is not None:
            for viewer, old, new in zip(viewers(setup), before, now, strict=True):
                seen = [s for s in (event.seen_by(viewer) for event in last) if s is not None]
                told = {field for event in seen for field in game.events[event.kind].fields}
                for field, value in new.items():
                    changed = value != old[field]
                    demand(not changed or field in told, f"{field!r} changed without an event")
        before, last = now, moment.events


def speaks(game: Game, setup: Setup, seed: int) -> None:
    """Every declared key has words in every language, and every event's words fit its data."""
    words = {lang: game.words(lang) for lang in LANGUAGES}
    first = words[LANGUAGES[0]].keys()
    for lang, catalogue in words.items():
        odd = first.symmetric_difference(catalogue.keys())
        demand(not odd, f"the {lang} catalogue differs in {sorted(odd)}")
        wanted = ["name", "tagline", "players"]
        wanted += [f"prompt.{kind}" for kind in game.prompts]
        wanted += [f"refusal.{code}" for code in game.refusals]
        wanted += [f"outcome.{reason}" for reason in game.outcomes]
        wanted += [f"event.{kind}" for kind in game.events]
        for option in game.options:
            wanted += [f"option.{option.name}.{key}" for key in ("name", "help", *option.choices)]
        missing = sorted(set(wanted) - catalogue.keys())
        demand(not missing, f"the {lang} catalogue has no {missing}")
        unheard = {kind.rule for kind in game.events.values()} - {"", *game.rulebook(lang)}
        demand(not unheard, f"events name rules that the rulebook lacks: {sorted(unheard)}")
        demand(
            list(game.rulebook(lang)) == list(game.rulebook()),
            f"rules differ in the {lang} rulebook",
        )
    for moment in wander(game, setup, seed):
        for event in moment.events:
            for viewer in viewers(setup):
                seen = event.seen_by(viewer)
                if seen is not None:
                    demand(seen.kind in game.events, f"event {seen.kind!r} is not declared")
                    for catalogue in words.values():
                        catalogue.say("event", seen.kind, names=setup.names, **seen.data)
        if not moment.position.over:
            for seat in moment.position.asked():
                prompt = moment.position.prompt(seat)
                for catalogue in words.values():
                    catalogue.say("prompt", prompt.kind, names=setup.names, **prompt.data)


# --- records and beliefs ------------------------------------------------------------------------


def records(game: Game, setup: Setup, seed: int) -> Record:
    """A match played at a Table comes back from its record, and verifies."""
    rng = Random(seed)
    table = Table(game, setup, Seeded(rng.randbytes(32)))
    while not table.position.over:
        if rng.random() < 0.1:
            table.deadline()
            continue
        seat = rng.randrange(setup.seats)
        acts = table.position.options(seat) if seat in table.position.asked() else []
        if rng.random() < 0.2:
            acts = voluntary(game, table.position, seat, rng) or acts
        if acts:
            table.submit(seat, rng.choice(acts), ready=rng.random() < 0.8)
        if rng.random() < 0.3 and table.answers[seat] is not None and not table.position.over:
            table.ready(seat)
    text = table.record.text()
    again = Record.read(text, game=game)
    demand(again.text() == text, "a record does not read back")
    demand(again.final().key() == table.position.key(), "a record folds into something else")
    verify(again)
    return again


def undoes(game: Game, setup: Setup, seed: int) -> None:
    """Where acts can be taken back: the position is the one before, everyone is told so once,
    nothing that chance answered is taken back, and the record says all of it."""
    rng = Random(seed)
    table = Table(game, setup, Seeded(rng.randbytes(32)))
    feeds = [table.feed(viewer) for viewer in viewers(setup)]
    keys: list[list[int]] = []  # of the positions that can be gone back to
    tried = 0
    while not table.position.over and tried < 150:
        tried += 1
        seat = table.position.asked()[0]
        demand(len(keys) == len(table.past.stack), "what can be taken back is forgotten")
        if table.past.open(seat) and rng.random() < 0.4:
            heard = [len(feed.seen) for feed in feeds]
            draws = table.record.draws()
            table.undo(seat)
            demand(table.position.key() == keys.pop(), "an act was not taken back as a whole")
            demand(table.record.draws() == draws, "chance's answer was taken back")
            for feed, before in zip(feeds, heard, strict=True):
                news = [seen.kind for seen in feed.seen[before:]]
                demand(news == ["undone"], f"taking back told {news}")
            continue
        before_act = table.position.key()
        prompt = table.prompt
        for seat in table.position.asked():
            table.submit(seat, rng.choice(table.position.options(seat)))
        if table.prompt == prompt:
            table.deadline()
        if table.past.stack:
            keys.append(before_act)
        else:
            keys = []
            _refuses_undo(table)
    text = table.record.text()
    again = Record.read(text, finished=False, game=game)
    demand(again.text() == text, "a record with acts taken back does not read back")
    past = Past()
    demand(again.final(past).key() == table.position.key(), "a record forgets what was taken back")
    demand(len(past.stack) == len(table.past.stack), "a record forgets what can be taken back")
    if table.position.over:
        verify(again)


def _refuses_undo(table: Table) -> None:
    before = table.position.key()
    for seat in range(table.setup.seats):
        try:
            table.undo(seat)
        except Illegal:
            demand(table.position.key() == before, "a refused undo changed the position")
        else:
            raise Defect("an act was taken back across a barrier")


def believes(game: Game, setup: Setup, seed: int) -> None:
    """Worlds fit the view and its options, and depend on nothing but view, events and generator:
    not on a truth that another world may have shown in between."""
    rng = Random(seed)
    seen: dict[int, list[Seen]] = {viewer: [] for viewer in viewers(setup)}
    for moment in wander(game, setup, seed):
        position = moment.position
        viewer = rng.choice(viewers(setup))
        if rng.random() < 0.5:
            view = _wire(game, position.view(viewer))
            world = game.worlds(setup, view, seen[viewer], Random(seed))
            demand(world.view(viewer) == view, "a world does not fit the view it was made from")
            if viewer >= 0 and viewer in position.asked() and not position.over:
                same = viewer in world.asked() and world.options(viewer) == position.options(viewer)
                demand(same, "a world offers other options than the truth")
            other = game.worlds(setup, view, seen[viewer], Random(seed + 1))
            for someone in viewers(setup):
                other.view(someone)
            again = game.worlds(setup, view, seen[viewer], Random(seed))
            demand(again.key() == world.key(), "worlds depend on more than view and generator")
            _play_on(world, Fast(seed))
        for someone in viewers(setup):
            seen[someone] += _heard(moment.events, someone)


def imagines(game: Game, setup: Setup, seed: int) -> None:
    """Worlds by the dozen fit the view too, are each their own, and depend on nothing but view,
    events and generator. Whoever has not answered yet is asked in them, too."""
    rng = Random(seed)
    seen: dict[int, list[Seen]] = {viewer: [] for viewer in viewers(setup)}
    for moment in wander(game, setup, seed):
        position = moment.position
        viewer = rng.choice(viewers(setup))
        if rng.random() < 0.25:
            view = _wire(game, position.view(viewer))
            worlds = game.imagine(setup, view, seen[viewer], Random(seed), 4)
            demand(len(worlds) == 4, "imagine gives another number of worlds than was asked for")
            keys = [world.key() for world in worlds]
            for world in worlds:
                demand(world.view(viewer) == view, "an imagined world does not fit its view")
                if viewer >= 0 and viewer in position.asked() and not position.over:
                    asked = viewer in world.asked()
                    same = asked and world.options(viewer) == position.options(viewer)
                    demand(same, "an imagined world offers other options than the truth")
                _play_on(world.copy(), Fast(seed))
            demand(keys == [world.key() for world in worlds], "imagined worlds share something")
            again = game.imagine(setup, view, seen[viewer], Random(seed), 4)
            same = keys == [world.key() for world in again]
            demand(same, "imagined worlds depend on more than view and generator")
        for someone in viewers(setup):
            seen[someone] += _heard(moment.events, someone)


def guesses(game: Game, setup: Setup, seed: int) -> None:
    """What is hidden: asked in the same way in every world, which agrees with what a seat knows, as
    the truth does. Chances depend on nothing but view, events and generator, and have words."""
    rng = Random(seed)
    teller = game.story or Teller()
    seen: dict[int, list[Seen]] = {viewer: [] for viewer in viewers(setup)}
    for moment in wander(game, setup, seed):
        position = moment.position
        viewer = rng.choice(viewers(setup))
        if rng.random() < 0.1:
            view = _wire(game, position.view(viewer))
            truth = _answers(game.secrets(setup, position))
            supposed = _supposed(game, setup, view, seen[viewer], seed)
            again = _supposed(game, setup, view, seen[viewer], seed)
            demand(supposed == again, "chances depend on more than view and generator")
            demand(len(supposed) == 4, "suppose gives another number of worlds than was asked for")
            worlds = [answers for answers, _ in supposed]
            demand(all(weight >= 0 for _, weight in supposed), "a world weighs less than nothing")
            demand(sum(weight for _, weight in supposed) > 0, "no world weighs anything")
            same = all(world.keys() == worlds[0].keys() for world in worlds)
            demand(same, "what is asked differs between worlds that look alike")
            demand(truth.keys() <= worlds[0].keys(), "no world asks for what is hidden in truth")
            for fact in game.known(setup, view, seen[viewer]):
                asked = (fact.kind, fact.owners, fact.at)
                told = {world.get(asked) for world in worlds}
                demand(told == {fact.detail}, f"a world contradicts what is known: {fact}")
                demand(truth.get(asked) == fact.detail, f"what is known is not true: {fact}")
            for (kind, owners, at), detail in (item for world in worlds for item in world.items()):
                secret = Secret(kind, owners, detail, at)
                for lang in LANGUAGES:
                    words = game.words(lang)
                    told_as = teller.question(words, setup, secret)
                    demand(bool(told_as and teller.detail(words, setup, secret)), "words are empty")
        for someone in viewers(setup):
            seen[someone] += _heard(moment.events, someone)


def _supposed(
    game: Game, setup: Setup, view: Any, seen: list[Seen], seed: int
) -> list[tuple[dict[Any, str], float]]:
    worlds = game.suppose(setup, view, seen, Random(seed), 4)
    return [(_answers(game.secrets(setup, world)), weight) for world, weight in worlds]


def _answers(secrets: Iterable[Secret]) -> dict[Any, str]:
    """What is true, by what is asked."""
    found: dict[Any, str] = {}
    for secret in secrets:
        asked = (secret.kind, secret.owners, secret.at)
        demand(asked not in found, f"a question is asked twice: {secret}")
        found[asked] = secret.detail
    return found


def leans(game: Game, setup: Setup, seed: int) -> None:
    """The quick answers of playouts are legal ones, from the same generator the same, and asking
    for them changes nothing. A playout of them comes to an end."""
    for moment in wander(game, setup, seed):
        position = moment.position
        key = position.key()
        for seat in position.asked():
            options = position.options(seat)
            for ask in (position.lean, position.guess):
                act = ask(seat, Fast(seed))
                demand(act in options, f"{ask.__name__} gives an answer that is not offered")
                demand(act == ask(seat, Fast(seed)), f"{ask.__name__} depends on the moment")
        demand(key == position.key(), "asking for a quick answer changes the position")
    position = game.start(setup, Fast(seed))
    made = lean_playout(position, Fast(seed + 1))
    demand(position.over and made <= game.bound(setup), "a playout of quick answers does not end")
    worths = [position.worth(seat) for seat in range(setup.seats)]
    demand(all(0 <= worth <= 1 for worth in worths), f"what the end is worth: {worths}")


def observes(game: Game, setup: Setup, seed: int) -> None:
    """Views as numbers keep to the slots that they declare, and acts have one place in the table.
    Whoever is asked has one there; and whether an option is there, no hidden truth decides."""
    if game.encoder is None:
        return
    features = game.features(setup)
    writer = features.writer()
    names = [slot.name for slot in features.slots]
    demand(len(set(names)) == len(names), "two slots have one name")
    highs = [slot.high for slot in features.slots for _ in range(slot.size)]
    demand(len(highs) == features.size, "slots disagree with the size of an observation")
    demand(max(highs) < 1 << 15, "an observation has numbers of 16 bits")
    demand(len(set(features.labels)) == len(features.table), "two acts of the table have one name")
    seen: list[list[Seen]] = [[] for _ in range(setup.seats)]
    for number, moment in enumerate(wander(game, setup, seed)):
        position = moment.position
        for seat in range(setup.seats):
            view = _wire(game, position.view(seat))
            numbers = features.read(view)
            demand(len(numbers) == len(highs), "an observation has another size than its slots")
            for place, (value, high) in enumerate(zip(numbers, highs, strict=True)):
                demand(0 <= value <= high, f"number {place} of an observation is {value}")
            demand(observed(writer, position, seat) == numbers, "a position is written otherwise")
        asked = [] if position.over else position.asked()
        for seat in asked:
            view, options = _wire(game, position.view(seat)), position.options(seat)
            mask = features.mask(view, options)
            chosen = [features.act(view, index) for index, one in enumerate(mask) if one]
            demand(bool(chosen), "a seat is asked and has no act in the table")
            demand(set(chosen) <= set(options), "the table turns an option into something else")
            missing = [act for act in options if features.index(view, act) < 0]
            demand(len(chosen) + len(missing) == len(options), "two options have one place")
            demand(all(map(features.spared, missing)), "an option is not in the table")
            indices = [index for index, one in enumerate(mask) if one]
            written = sorted(offered(writer, position, seat))
            demand(written == indices, "options are written otherwise")
            acts = [writer.act(position, seat, index) for index in indices]
            demand(acts == chosen, "an act of the table is written otherwise")
            if number % 4 == 0:
                world = game.worlds(setup, view, seen[seat], Random(seed))
                there = features.mask(view, world.options(seat))
                demand(there == mask, "a mask depends on more than the view")
        for seat in range(setup.seats):
            seen[seat] += _heard(moment.events, seat)


def _play_on(world: Position, chance: Chance) -> None:
    """A sampled world is a position like any other: it can be played."""
    for _ in range(20):
        if world.over:
            return
        seat = world.next()
        world.play(seat, world.nth(seat, chance.below(world.width(seat))), chance)


def tidy(game: Game, setup: Setup, seed: int) -> None:
    """Loading and imagining positions leaves no memory behind (see `vecs`)."""
    seen: list[Seen] = []
    for number, moment in enumerate(wander(game, setup, seed, free=0)):
        if number == 3 or moment.position.over:
            break
        seen += _heard(moment.events, 0)
    view = _wire(game, moment.position.view(0))
    dumped = game.dump(setup, moment.position)
    sizes, laps = [], 40
    for _ in range(5):
        for _ in range(laps):
            game.load(setup, dumped, Fast(seed)).copy()
            game.worlds(setup, view, seen, Random(seed))
        gc.collect()
        sizes.append(sys.getallocatedblocks())
    growth = [after - before for before, after in itertools.pairwise(sizes)]
    # what leaks leaves at least a block each time; caches and the tests themselves do not
    demand(min(growth) < laps, f"memory grows with every lap: {sizes} blocks")


def _heard(events: list[Event], viewer: int) -> list[Seen]:
    """What a viewer is told of events, after the wire."""
    heard = [seen for seen in (event.seen_by(viewer) for event in events) if seen is not None]
    return [Seen(e.kind, msgspec.json.decode(msgspec.json.encode(e.data))) for e in heard]


CHECKS: tuple[Callable[[Game, Setup, int], Any], ...] = (
    ends,
    options_agree,
    refuses_cleanly,
    copies,
    pickles,
    hurries,
    conserves,
    text_forms,
    symmetric,
    views_travel,
    explained,
    speaks,
    records,
    undoes,
    believes,
    imagines,
    guesses,
    leans,
    observes,
    tidy,
)
