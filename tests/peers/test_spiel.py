"""OpenSpiel's own checks, and its Python searches."""

import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from intrigue.agents.environments import spiel
from tests.peers.tables import TABLES

spiel.enlist()


def load(name: str, seats: int, options: dict[str, object]) -> Any:
    return pyspiel.load_game(f"intrigue_{name}", {"players": seats, **options})


@pytest.fixture(params=TABLES, ids=lambda table: table[0])
def game(request: Any) -> Any:
    return load(*request.param)


def decide(state: Any, rng: np.random.RandomState) -> None:
    """One random step, of chance or of a player."""
    if state.is_chance_node():
        faces, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choice(faces, p=odds))
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def test_it_passes_their_random_matches(game: Any) -> None:
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_their_search_plays_from_every_seat(game: Any) -> None:
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, rng),
        1.4,
        max_simulations=3,
        random_state=rng,
        allow_inconsistent_action_sets=True,
    )
    searched: set[int] = set()
    state = game.new_initial_state()
    while not state.is_terminal() and len(searched) < game.num_players():
        player = state.current_player()
        if player >= 0 and player not in searched and len(state.legal_actions()) > 1:
            searched.add(player)
            action = bot.step(state)
            assert action in state.legal_actions()
        decide(state, rng)
    assert len(searched) == game.num_players()


def test_worlds_of_a_player_look_the_same_to_it_alone(game: Any) -> None:
    rng, sampler = np.random.RandomState(2), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state, others = game.new_initial_state(), 0
    for _ in range(150):
        if state.is_terminal():
            break
        player = state.current_player()
        if player >= 0:
            world = state.resample_from_infostate(player, sampler)
            assert world.current_player() == player
            assert world.legal_actions() == state.legal_actions()
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            others += world.position.key() != state.position.key()
        decide(state, rng)
    assert others > 0


def test_their_tree_search_and_their_table_for_bots(game: Any) -> None:
    rng = np.random.RandomState(3)
    state = game.new_initial_state()
    while state.is_chance_node():
        decide(state, rng)
    bot = mcts.MCTSBot(game, 1.4, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()
    seats = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in seats]
    returns = pyspiel.evaluate_bots(state, bots, 7)
    assert all(0 <= worth <= 1 for worth in returns)


def test_a_draw_is_a_node_with_the_odds_of_its_bag() -> None:
    state = load("jaccuse", 5, {}).new_initial_state()
    outcomes = state.chance_outcomes()
    assert state.is_chance_node()
    assert sum(odds for _, odds in outcomes) == pytest.approx(1)
    state.apply_action(outcomes[0][0])
    assert state.is_chance_node()


def test_a_program_ends_as_it_should() -> None:
    """What is registered outlives Python itself."""
    code = "from intrigue.agents.environments import spiel; spiel.enlist()"
    subprocess.run([sys.executable, "-P", "-c", code], check=True, timeout=60)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("intrigue_truce(players=3,rounds=2,gifts=false)")
    state = game.new_initial_state()
    assert state.action_to_string(0, 3) == "attack seat_1"
    for action in (2, 2, 2, 0, 0, 0):
        state.apply_action(action)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(1)
    with pytest.raises(Exception, match="rounds"):
        pyspiel.load_game("intrigue_truce(players=3,rounds=999)")
