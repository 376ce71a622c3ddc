"""The kit must be able to fail: toys with one thing broken, and the check that catches it."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from intrigue.conformance import kit
from intrigue.conformance.kit import Defect
from intrigue.conformance.two_worlds import Leak, two_worlds
from intrigue.games.jaccuse.features import JAccuseFeatures
from intrigue.games.jaccuse.game import JAccuseGame
from intrigue.games.truce.features import TruceFeatures
from intrigue.games.truce.game import TruceGame
from intrigue.kernel.batch import Writer
from intrigue.kernel.chance import Told
from intrigue.kernel.game import EventKind, Game, Player
from intrigue.kernel.position import Event, Prompt, Refusal
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.story import Secret
from intrigue.session.parts import Fields
from intrigue.session.table import Table
from tests.toys.ambush import Ambush, AmbushGame
from tests.toys.cards import Cards, CardsGame, CardsView
from tests.toys.numbers import Numbers, NumbersGame


def with_position(base: type[Game], position: type) -> Game:
    """The same game with a broken position."""
    broken = type(base.__name__, (base,), {"position": position, "__module__": base.__module__})
    game: Game = broken()
    return game


def leaks(game: Game, table: type[Table] = Table, seats: int = 4) -> None:
    setup = game.setup([f"P{i}" for i in range(seats)])
    for seed in range(60):
        two_worlds(game, setup, seed % (seats + 1) - 1, seed, table)


def fails(check: Callable[..., Any], game: Game, seats: int = 4) -> None:
    setup = game.setup([f"P{i}" for i in range(seats)])
    for seed in range(40):
        check(game, setup, seed)


# --- secrets ------------------------------------------------------------------------------------


class LeakyView(Cards):
    def view(self, viewer: int) -> CardsView:
        return replace(super().view(viewer), gone=sum(self.hands))


class LeakyPrompt(Ambush):
    def prompt(self, seat: int) -> Prompt:
        prompt = super().prompt(seat)
        prompt.data["shields"] = sum(hand.count(0) for hand in self.hands)
        return prompt


class LeakyWaiting(Ambush):
    def open(self, phase: int) -> None:
        super().open(phase)
        if phase:
            holders = [s for s in range(self.seats) if phase - 1 in self.hands[s]]
            self.window = Sealed(self.seats)
            for seat in holders or [self.target]:
                self.window.ask(seat)


class LeakyRefusal(Cards):
    def check(self, seat: int, act: int) -> Refusal | None:
        refusal = super().check(seat, act)
        if refusal is not None:
            refusal.data["next"] = self.hands[(seat + 1) % self.seats]
        return refusal


class LeakyEvent(Cards):
    def tell(self, event: Event) -> None:
        super().tell(Event(event.kind, event.data) if event.kind == "drew" else event)


class LeakyNumbers(Table):
    def public(self) -> Fields:
        number = Raw(str(len(self.record.entries)).encode())
        return {**super().public(), "number": number}


class LeakyReadiness(Table):
    def done(self) -> list[int] | int | None:
        return [seat for seat, answer in enumerate(self.answers) if answer is not None]


class OpenAmbush(AmbushGame):
    passable = ("guard", "pierce")
    turns = ("strike",)


class LeakyPassing(Table):
    def passable(self, seat: int) -> bool:
        return super().passable(seat) and len(self.position.options(seat)) > 1


class LeakyOrders(Table):
    """Says in public that an answer was given in advance."""

    def _play(self, seat: int, act: int, by: str, drawn: Told | None = None) -> None:
        super()._play(seat, act, by, drawn)
        if by == "standing order":
            self._news.append(Event("opened", {"phase": "guard"}))


class PeekedAt(Cards):
    last: "Cards | None" = None

    def view(self, viewer: int) -> CardsView:
        PeekedAt.last = self
        return super().view(viewer)


class Peeking(CardsGame):
    """Beliefs that look at the last position that showed itself."""

    position = PeekedAt

    def worlds(self, setup: Any, view: Any, seen: Any, rng: Any) -> Cards:
        world = super().worlds(setup, view, seen, rng)
        if PeekedAt.last is not None:
            world.hands = list(PeekedAt.last.hands)
        return world


@pytest.mark.parametrize(
    ("game", "table", "by"),
    [
        pytest.param(with_position(CardsGame, LeakyView), Table, "message", id="view"),
        pytest.param(with_position(AmbushGame, LeakyPrompt), Table, "message", id="prompt"),
        pytest.param(
            with_position(AmbushGame, LeakyWaiting), Table, "asked|message", id="who is waited for"
        ),
        pytest.param(with_position(CardsGame, LeakyRefusal), Table, "refusal", id="error"),
        pytest.param(with_position(CardsGame, LeakyEvent), Table, "event", id="event"),
        pytest.param(NumbersGame(), LeakyNumbers, "message", id="message number"),
        pytest.param(Peeking(), Table, "beliefs", id="beliefs that peek"),
        pytest.param(OpenAmbush(), LeakyPassing, "pass|message", id="who may pass in public"),
        pytest.param(NumbersGame(), LeakyReadiness, "message", id="who has saved something"),
        pytest.param(AmbushGame(), LeakyOrders, "message", id="who answered in advance"),
    ],
)
def test_two_worlds_catches_a_leak(game: Game, table: type[Table], by: str) -> None:
    with pytest.raises(Leak, match=by):
        leaks(game, table)


class Steady(Player):
    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        return self.rng.choice(options)


class Moody(Player):
    """Plays by something that is not in its view."""

    moods = Random(1)

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        return self.moods.choice(options)


def test_two_worlds_catches_a_player_who_goes_by_more_than_it_was_told() -> None:
    game = AmbushGame()
    setup = game.setup([f"P{i}" for i in range(4)])

    def play(player: type[Player]) -> None:
        for seed in range(60):
            two_worlds(game, setup, seed % 5 - 1, seed, players={0: player, 2: player})

    play(Steady)
    with pytest.raises(Leak, match="knows the same"):
        play(Moody)


@pytest.mark.parametrize("game", [CardsGame(), AmbushGame(), OpenAmbush(), NumbersGame()])
def test_two_worlds_finds_nothing_in_the_sound_toys(game: Game) -> None:
    leaks(game)


# --- the rest of the contract -------------------------------------------------------------------


class UnfitBelief(CardsGame):
    def worlds(self, setup: Any, view: Any, seen: Any, rng: Any) -> Cards:
        world = super().worlds(setup, view, seen, rng)
        world.hands[0] = 6
        return world


class SureOfLies(CardsGame):
    def known(self, setup: Any, view: Any, seen: Any) -> Any:
        return [Secret("card", (view.turn,), "6")] if not view.open else []


class TellingQuestion(CardsGame):
    """Who is asked about shows who holds a high card."""

    def secrets(self, setup: Any, position: Any) -> Any:
        return [s for s in super().secrets(setup, position) if s.detail > "3"]


class Rummaging(CardsGame):
    """Its worlds remember how often they were asked for."""

    asked = 0

    def worlds(self, setup: Any, view: Any, seen: Any, rng: Any) -> Cards:
        type(self).asked += 1
        return super().worlds(setup, view, seen, Random(self.asked))


class SharedList(Numbers):
    def copy(self) -> "Numbers":
        other = super().copy()
        other.scores = self.scores
        return other


class LostCard(Cards):
    def apply(self, seat: int, act: int, chance: Any) -> None:
        super().apply(seat, act, chance)
        if act == 1:
            self.deck[1] = max(0, self.deck[1] - 1)


class TooBrisk(Ambush):
    """Takes a pass from whoever could cast."""

    def hurry(self) -> None:
        for seat in range(self.seats):
            self.tell(Event("answered", {"answer": 0}, 1 << seat))
            self.window.put(seat, 0)
        self.close()


class Endless(Numbers):
    def apply(self, seat: int, act: int, chance: Any) -> None:
        super().apply(seat, act, chance)
        if self.over:
            self.over = False
            self.round = 1
            self.picks.ask_all()


class WrongNth(Numbers):
    def options(self, seat: int) -> list[int]:
        return [5, 4, 3, 2, 1]


class TwiceOffered(Numbers):
    def width(self, seat: int) -> int:
        return 6

    def nth(self, seat: int, k: int) -> int:
        return max(1, k)


class RefusedOption(Numbers):
    def default(self, seat: int, chance: Any) -> int:
        return 2

    def nth(self, seat: int, k: int) -> int:
        return k + 2


class ChangedByCheck(Numbers):
    def check(self, seat: int, act: int) -> Refusal | None:
        refusal = super().check(seat, act)
        if refusal is not None:
            self.scores[0] += 1
        return refusal


class UnlistedAct(Numbers):
    def width(self, seat: int) -> int:
        return 4


class Unexplained(NumbersGame):
    events = {**NumbersGame.events, "open": EventKind(("last", "round", "mine"), discloses=True)}


class SeatsMatter(Numbers):
    def apply(self, seat: int, act: int, chance: Any) -> None:
        super().apply(seat, act, chance)
        if not self.picks.answers[0] > 0:
            self.scores[0] += 1


class Forgetful(CardsGame):
    def dump(self, setup: Any, position: Any) -> dict[str, Any]:
        return {**super().dump(setup, position), "turn": 0}


class Wordless(NumbersGame):
    refusals = ("over", "unheard")


class Undeclared(NumbersGame):
    events = {"sealed": NumbersGame.events["sealed"]}


class Unruly(NumbersGame):
    events = {**NumbersGame.events, "sealed": EventKind(("picks",), rule="NU-99")}


class Stale(NumbersGame):
    """Reads its own notation as something else."""

    def parse(self, setup: Any, text: str) -> int:
        return super().parse(setup, text) + 1


class TooLarge(TruceFeatures):
    def read(self, view: Any) -> list[int]:
        return [view.rounds + 1, *super().read(view)[1:]]


class WithoutLoot(TruceFeatures):
    @property
    def table(self) -> tuple[int, ...]:
        return tuple(act for act in super().table if act != 128)


class WithoutStash(TruceFeatures):
    def read(self, view: Any) -> list[int]:
        return super().read(replace(view, stash=0))


class PeekingWriter(Writer):
    """Shows a card of the next hand."""

    def read(self, position: Any, seat: int) -> list[int]:
        numbers = super().read(position, seat)
        return [position.hands[(seat + 1) % position.seats] & 63, *numbers[1:]]


class Peeked(JAccuseFeatures):
    def writer(self) -> Writer:
        return PeekingWriter(self)


def test_two_worlds_catches_an_observation_that_peeks() -> None:
    kind = type("JAccuseGame", (JAccuseGame,), {"encoder": Peeked})
    with pytest.raises(Leak, match="an observation tells the worlds apart"):
        leaks(kind(), seats=5)


def with_features(encoder: type[TruceFeatures]) -> Game:
    broken = type("TruceGame", (TruceGame,), {"encoder": encoder, "__module__": "tests.toys.cards"})
    game: Game = broken()
    return game


@pytest.mark.parametrize(
    ("check", "game", "promise"),
    [
        pytest.param(kit.believes, UnfitBelief(), "fit", id="beliefs that do not fit"),
        pytest.param(kit.guesses, SureOfLies(), "known", id="sure of what is not so"),
        pytest.param(kit.guesses, TellingQuestion(), "asked", id="a question that answers"),
        pytest.param(kit.guesses, Rummaging(), "generator", id="chances that drift"),
        pytest.param(
            kit.copies, with_position(NumbersGame, SharedList), "changed", id="a copy shares a list"
        ),
        pytest.param(
            kit.conserves, with_position(CardsGame, LostCard), "conserved", id="a lost card"
        ),
        pytest.param(
            kit.hurries, with_position(AmbushGame, TooBrisk), "brisk", id="hurries past a choice"
        ),
        pytest.param(kit.ends, with_position(NumbersGame, Endless), "bound", id="never ends"),
        pytest.param(
            kit.options_agree, with_position(NumbersGame, WrongNth), r"nth", id="options and nth"
        ),
        pytest.param(
            kit.options_agree, with_position(NumbersGame, TwiceOffered), "twice", id="option twice"
        ),
        pytest.param(
            kit.options_agree, with_position(NumbersGame, RefusedOption), "refused", id="refused"
        ),
        pytest.param(
            kit.refuses_cleanly, with_position(NumbersGame, ChangedByCheck), "changed", id="check"
        ),
        pytest.param(
            kit.refuses_cleanly, with_position(NumbersGame, UnlistedAct), "neither", id="unlisted"
        ),
        pytest.param(kit.explained, Unexplained(), "scores", id="a field without an event"),
        pytest.param(
            kit.symmetric, with_position(NumbersGame, SeatsMatter), "seats", id="seats matter"
        ),
        pytest.param(kit.text_forms, Forgetful(), "dump", id="text form"),
        pytest.param(kit.speaks, Wordless(), "unheard", id="a refusal without words"),
        pytest.param(kit.speaks, Undeclared(), "declared", id="an undeclared event"),
        pytest.param(kit.speaks, Unruly(), "NU-99", id="an event by no rule"),
        pytest.param(kit.options_agree, Stale(), "read back", id="notation"),
        pytest.param(kit.observes, with_features(TooLarge), "number 0", id="an observation"),
        pytest.param(kit.observes, with_features(WithoutLoot), "not in the table", id="a table"),
        pytest.param(kit.observes, with_features(WithoutStash), "otherwise", id="a writer"),
    ],
)
def test_the_kit_catches(check: Callable[..., Any], game: Game, promise: str) -> None:
    game.__class__.__module__ = NumbersGame.__module__  # the toys' words
    with pytest.raises(Defect, match=promise):
        fails(check, game)
