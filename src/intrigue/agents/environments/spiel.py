"""OpenSpiel: a match as a tree of decisions and chance. Free acts are left out.

What is asked of several is asked of one after the other, sealed; every draw is a chance node of its
own, because rules stop at a draw that nobody has answered yet, and are carried out anew once it is.
"""

from functools import cached_property
from hashlib import blake2b
from random import Random
from typing import Any, ClassVar, Final

import msgspec
import numpy as np
import pyspiel
from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.batch import observed, offered
from intrigue.kernel.chance import NOBODY, Chance
from intrigue.kernel.features import Features
from intrigue.kernel.game import Game, Origin, Seen, discover
from intrigue.kernel.position import Event, Position

from . import table

FACES: Final = 256  # that a draw can have at most
DRAWS: Final = 64  # for each decision, as a bound


class Unanswered(Exception):
    """Rules draw, and nobody has said what."""

    def __init__(self, bag: list[int]) -> None:
        super().__init__("a draw without an answer")
        self.bag = bag


class Stopping(Chance):
    """Answers draws as it was told, and stops the rules at the next."""

    def __init__(self, faces: list[int]) -> None:
        self.faces = iter(faces)

    def draw(self, deck: str, bag: vec[i64], audience: int = NOBODY) -> int:
        face = next(self.faces, None)
        if face is None:
            raise Unanswered(list(bag))
        bag[face] -= 1
        return face


class Node:
    """A moment between two decisions, which states share and nobody changes: the position, what led
    to it, and what each seat makes of all that."""

    def __init__(self, position: Position, faces: list[int]) -> None:
        self.position = position
        self.faces = faces  # chance's answers, since the node before or for the deal
        self.before: Node | None = None
        self.seat = self.act = -1  # what was decided there
        self.events: list[Event] = []
        self.imagined = False  # from what one seat knew
        self._keys: dict[int, bytes] = {}
        self._heard: dict[int, list[Seen]] = {}

    @classmethod
    def dealt(cls, origin: Origin, faces: list[int]) -> "Node":
        """The beginning of a match; raises `Unanswered`."""
        position = origin.game.start(origin.setup, Stopping(faces))
        position.brisk = True
        return cls(position, faces)

    def then(self, seat: int, act: int, faces: list[int]) -> "Node":
        """What a decision leads to; raises `Unanswered`."""
        position = self.position.copy()
        events = position.play(seat, act, Stopping(faces))
        node = Node(position, faces)
        node.before, node.seat, node.act, node.events = self, seat, act, events
        return node

    def imagine(self, position: Position, seat: int) -> "Node":
        """Another world for all that a seat knows. Others know what they see in it."""
        node = Node(position, [])
        node.imagined = True
        node._keys[seat], node._heard[seat] = self.key(seat), self.heard(seat)
        return node

    def __deepcopy__(self, memo: Any) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: what was decided and drawn, to be played again."""
        steps, first = [], self
        while first.before is not None:
            steps.append((first.seat, first.act, first.faces))
            first = first.before
        world = (first.position, first._keys, first._heard) if first.imagined else None
        return _again, (first.position.origin, first.faces, world, steps[::-1])

    def key(self, seat: int) -> bytes:
        """All that a seat has seen and done, as a running hash."""
        if seat not in self._keys:
            said: Any = self.position.view(seat)
            if self.before is not None:
                own = self.act if self.seat == seat else None
                said = [self.before.key(seat).hex(), own, self._news(seat)]
            self._keys[seat] = blake2b(msgspec.json.encode(said), digest_size=12).digest()
        return self._keys[seat]

    def heard(self, seat: int) -> list[Seen]:
        """Every event that a seat has seen."""
        if seat not in self._heard:
            before = [] if self.before is None else self.before.heard(seat)
            self._heard[seat] = [*before, *self._news(seat)]
        return self._heard[seat]

    def _news(self, seat: int) -> list[Seen]:
        seen = [event.seen_by(seat) for event in self.events]
        plain = [[event.kind, event.data] for event in seen if event is not None]
        return [Seen(*one) for one in msgspec.json.decode(msgspec.json.encode(plain))]


def _again(origin: Origin, faces: list[int], world: Any, steps: list[Any]) -> Node:
    if world is None:
        node = Node.dealt(origin, faces)
    else:
        node = Node(world[0], [])
        node.imagined = True
        _, node._keys, node._heard = world
    for seat, act, answers in steps:
        node = node.then(seat, act, answers)
    return node


class SpielGame(pyspiel.Game):
    """A table of a game. Parameters are `players` and the options of the game."""

    kind: ClassVar[Any]
    rules: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        seats = given.pop("players", self.rules.usual)
        self.features: Features = table(self.rules.id, seats, given)
        self.setup = self.features.setup
        self.writer = self.features.writer()
        self.bound = bound = self.rules.bound(self.setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.features.table),
            max_chance_outcomes=FACES,
            num_players=self.setup.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=bound,
        )
        super().__init__(self.kind, info, params or {})

    @cached_property
    def opening(self) -> Any:
        """Where every match begins: the first node, or the first draw."""
        return self.go_on(None, None, [])

    def go_on(self, node: Node | None, decision: Any, faces: list[int]) -> Any:
        """What becomes of a decision, or of the deal, if chance answers like this: the next node,
        or the bag that is drawn from next."""
        try:
            if node is None:
                return Node.dealt(Origin(self.rules, self.setup), faces)
            seat, act = decision
            return node.then(seat, act, faces)
        except Unanswered as draw:
            return draw.bag

    def max_chance_nodes_in_history(self) -> int:
        return DRAWS * (self.bound + 1)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self, iig_obs_type)


class SpielState(pyspiel.State):
    """A node, or on the way to the next one: a decision whose draws are being answered."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node: Node | None = None
        self.decision: tuple[int, int] | None = None
        self.faces: list[int] = []
        self.bag: list[int] = []  # that is drawn from; empty between draws
        self._take(game.opening)

    def _take(self, reached: Any) -> None:
        if isinstance(reached, Node):
            self.node, self.decision, self.faces, self.bag = reached, None, [], []
        else:
            self.bag = reached

    @property
    def position(self) -> Position:
        assert self.node is not None
        return self.node.position

    def current_player(self) -> int:
        if self.bag:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.position.next()
        return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else int(seat)

    def is_terminal(self) -> bool:
        return not self.bag and self.position.over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(offered(self.get_game().writer, self.position, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        whole = sum(self.bag)
        return [(face, count / whole) for face, count in enumerate(self.bag) if count]

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        if self.bag:
            self.faces = [*self.faces, action]
        else:
            seat = self.position.next()
            self.decision = (seat, game.writer.act(self.position, seat, action))
        self._take(game.go_on(self.node, self.decision, self.faces))

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        act = game.writer.act(self.position, player, action)
        return str(game.rules.spell(game.setup, act))

    def returns(self) -> list[float]:
        over, seats = self.is_terminal(), range(self.num_players())
        return [self.position.worth(seat) if over else 0.0 for seat in seats]

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that the player, whose turn it is, cannot tell from this one."""
        game = self.get_game()
        setup, rules = game.setup, game.rules
        rng = Random(int(sampler() * (1 << 52)))
        assert self.node is not None
        said = msgspec.json.encode(self.position.view(player))
        view: Any = msgspec.json.decode(said, type=rules.view_type)
        world = rules.imagine(setup, view, self.node.heard(player), rng, 1)[0]
        world.brisk = True
        while (seat := int(world.next())) != player:  # who has answered before, face down
            world.apply(seat, rng.choice(world.options(seat)), Stopping([]))
        state = SpielState(game)
        state._take(self.node.imagine(world, player))
        return state

    def __str__(self) -> str:
        if self.node is None:
            return f"deal {self.faces}"
        waiting = f", {self.decision} draws {self.faces}" if self.bag else ""
        return f"{self.position!r}{waiting}"


class Observer:
    """What a player sees: the numbers of `Features`, by slot; as text, the view. With perfect
    recall, all that it ever saw and did, as a hash."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.recalls = kind.perfect_recall
        self.tensor = np.zeros(game.features.size, np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for slot in game.features.slots:
            self.dict[slot.name] = self.tensor[at : at + slot.size]
            at += slot.size

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.node is not None:
            writer = state.get_game().writer
            self.tensor[:] = observed(writer, state.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.node is None:
            return f"{player}: the deal"
        if self.recalls:
            return f"{player}: {state.node.key(player).hex()}"
        return msgspec.json.encode(state.position.view(player)).decode()


def enlist() -> None:
    """Register all games with OpenSpiel: `intrigue_truce(players=4,rounds=3)`."""
    known = pyspiel.registered_names()
    for name, game in discover().items():
        if game.encoder is not None and f"intrigue_{name}" not in known:
            _register(game)


def _register(game: Game) -> None:
    kind = pyspiel.GameType(
        short_name=f"intrigue_{game.id}",
        long_name=game.title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.high,
        min_num_players=game.low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        default_loadable=True,
        parameter_specification={
            "players": game.usual,
            **{option.name: option.default for option in game.options},
        },
    )
    # a class, because OpenSpiel lets go of it when Python has already ended
    pyspiel.register_game(kind, type(game.id, (SpielGame,), {"kind": kind, "rules": game}))
