"""OpenSpiel and TextArena on their own ground, in the fastest way that their API offers.

A decision is a choice of a player; answers of chance are played and not counted.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pyspiel
import textarena
from case import Case

GOOFSPIEL = "goofspiel(players=4,imp_info=True,points_order=random)"
# MCTSBot takes games in turns only; this is OpenSpiel's own wrapper for simultaneous moves
GOOFSPIEL_IN_TURNS = f"turn_based_simultaneous_game(game={GOOFSPIEL})"
OPENSPIEL = {
    "goofspiel": (GOOFSPIEL, GOOFSPIEL_IN_TURNS),
    "social_deduction": ("social_deduction", "social_deduction"),
    "hearts": ("hearts", "hearts"),
}
ROLLOUTS = 200  # in one call of MCTSBot
SEARCHED = ("hearts", "gin_rummy")  # ISMCTS refuses games in which all move at once
SIMULATIONS = 1000  # in one decision of ISMCTS
MATCHES = 4000  # stepped by hand for a mean length
MAFIA_PLAYERS = 7


def stepped(name: str) -> Case:
    """A loop in Python over `legal_actions` and `apply_action`."""
    game = pyspiel.load_game(OPENSPIEL[name][0])
    random = Random(1).random

    def work(times: int) -> float:
        return sum(_play_on(game.new_initial_state(), random) for _ in range(times))

    return Case(f"OpenSpiel {name}: stepped from Python", "decisions", work)


def _play_on(state: Any, random: Callable[[], float]) -> int:
    """Play a state to its end, uniformly at random; how many decisions of players it took."""
    decisions = 0
    while not state.is_terminal():
        player = state.current_player()
        if player >= 0:
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            decisions += 1
        elif player == pyspiel.PlayerId.CHANCE:
            state.apply_action(_answer(state.chance_outcomes(), random))
        else:
            joint = [
                actions[int(random() * len(actions))]
                for actions in map(state.legal_actions, range(state.num_players()))
            ]
            state.apply_actions(joint)
            decisions += len(joint)
    return decisions


def _answer(outcomes: list[tuple[int, float]], random: Callable[[], float]) -> int:
    """An answer of chance. Deals are uniform, which is quicker to draw; where they are not, in
    social_deduction's noisy observations, the first two differ already."""
    if len(outcomes) < 2 or outcomes[0][1] == outcomes[1][1]:
        return outcomes[int(random() * len(outcomes))][0]
    left = random()
    for action, probability in outcomes:
        left -= probability
        if left < 0:
            return action
    return outcomes[-1][0]


def evaluate_bots(name: str) -> Case:
    """Whole matches inside C++ between uniform random bots. Their number of decisions is the mean
    of matches stepped by hand."""
    game = pyspiel.load_game(OPENSPIEL[name][0])
    length = mean_length(game.new_initial_state())
    bots = [pyspiel.make_uniform_random_bot(p, 100 + p) for p in range(game.num_players())]
    random = Random(2)

    def work(times: int) -> float:
        for _ in range(times):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, random.randrange(1 << 30))
        return times * length

    return Case(f"OpenSpiel {name}: evaluate_bots (C++)", "decisions", work)


def rollouts(name: str) -> Case:
    """Random rollouts inside C++, through MCTSBot: a search of one simulation evaluates its root,
    which is `ROLLOUTS` whole rollouts and next to nothing else. Their number of decisions is the
    mean of matches stepped by hand from the same state."""
    game = pyspiel.load_game(OPENSPIEL[name][1])
    state = game.new_initial_state()
    random = Random(3).random
    while state.is_chance_node():
        state.apply_action(_answer(state.chance_outcomes(), random))
    length = mean_length(state)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 5)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 6, False)
    assert bot.mcts_search(state).explore_count == 1

    def work(times: int) -> float:
        for _ in range(times):
            bot.mcts_search(state)
        return times * ROLLOUTS * length

    return Case(f"OpenSpiel {name}: rollouts (C++)", "decisions", work)


def ismcts(name: str) -> Case:
    """A decision of OpenSpiel's own search for hidden information, inside C++: worlds are drawn,
    a tree is kept, rollouts are random."""
    bot = pyspiel.ISMCTSBot(
        7,
        pyspiel.RandomRolloutEvaluator(1, 8),
        2.0,
        SIMULATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
        False,
        True,
    )
    return _searching(f"OpenSpiel {name}: ISMCTS (C++)", name, bot.step, SIMULATIONS)


def ismcts_in_python(name: str) -> Case:
    """The same search as OpenSpiel has it in Python."""
    from numpy.random import RandomState
    from open_spiel.python.algorithms import ismcts as search
    from open_spiel.python.algorithms import mcts

    simulations = SIMULATIONS // 20
    bot = search.ISMCTSBot(
        pyspiel.load_game(name),
        mcts.RandomRolloutEvaluator(1, RandomState(8)),
        2.0,
        simulations,
        allow_inconsistent_action_sets=True,
    )
    return _searching(f"OpenSpiel {name}: ISMCTS (Python)", name, bot.step, simulations)


def _searching(title: str, name: str, step: Callable[[Any], int], simulations: int) -> Case:
    """A search at the first decision of a deal. A simulation plays from there to the end, partly in
    the tree; its decisions are the mean of matches stepped by hand."""
    state = pyspiel.load_game(name).new_initial_state()
    random = Random(9).random
    while state.is_chance_node():
        state.apply_action(_answer(state.chance_outcomes(), random))
    length = mean_length(state)

    def work(times: int) -> float:
        for _ in range(times):
            step(state)
        return times * simulations * length

    return Case(title, "decisions", work)


def mean_length(state: Any) -> float:
    """How many decisions random play takes from here on."""
    random = Random(4).random
    return sum(_play_on(state.clone(), random) for _ in range(MATCHES)) / MATCHES


def secret_mafia() -> Case:
    """TextArena's loop, with random votes for living players and a word in discussions."""
    env = textarena.make("SecretMafia-v0-raw")
    random = Random(5)

    def work(times: int) -> float:
        decisions = 0
        for _ in range(times):
            env.reset(num_players=MAFIA_PLAYERS, seed=random.randrange(1 << 30))
            done = False
            while not done:
                env.get_observation()
                alive = env.state.game_state["alive_players"]
                done, _ = env.step(f"[{random.choice(alive)}]")
                decisions += 1
            env.close()
        return decisions

    return Case("TextArena SecretMafia: stepped", "decisions", work)
