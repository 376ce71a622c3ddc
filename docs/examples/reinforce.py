"""REINFORCE on Truce, with nothing but numpy: one seat learns to beat two that play at random.

python docs/examples/reinforce.py [updates]
"""

import sys
import time

import numpy as np

from intrigue.agents.environments.batch import BatchEnv, Wide

ROUNDS, MATCHES, HIDDEN, RATE = 5, 256, 64, 3e-3


class Policy:
    """A network with one hidden layer, and Adam."""

    def __init__(self, inputs: int, acts: int, rng: np.random.Generator) -> None:
        self.weights = [
            rng.normal(0, inputs**-0.5, (inputs, HIDDEN)),
            np.zeros(HIDDEN),
            np.zeros((HIDDEN, acts)),
            np.zeros(acts),
        ]
        self.means = [np.zeros_like(one) for one in self.weights]
        self.squares = [np.zeros_like(one) for one in self.weights]
        self.updates = 0

    def odds(self, rows: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What it would do, and the hidden layer."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.tanh(rows @ first + first_bias)
        scores = np.where(masks == 1, hidden @ second + second_bias, -np.inf)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True), hidden

    def learn(
        self, rows: np.ndarray, masks: np.ndarray, acts: np.ndarray, gains: np.ndarray
    ) -> None:
        """A step towards acts by what they gained."""
        odds, hidden = self.odds(rows, masks)
        push = -odds
        push[np.arange(len(acts)), acts] += 1
        push *= gains[:, None] / len(acts)
        back = (push @ self.weights[2].T) * (1 - hidden**2)
        slopes = [rows.T @ back, back.sum(axis=0), hidden.T @ push, push.sum(axis=0)]
        self.updates += 1
        for weight, slope, mean, square in zip(
            self.weights, slopes, self.means, self.squares, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            true_mean = mean / (1 - 0.9**self.updates)
            weight += RATE * true_mean / (np.sqrt(square / (1 - 0.99**self.updates)) + 1e-8)


def draw(odds: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An act for each row."""
    return (odds.cumsum(axis=1) > rng.random((len(odds), 1))).argmax(axis=1)


def train(updates: int, seed: int = 1, say: bool = True) -> list[float]:
    """The share of victories in each update's matches."""
    rng = np.random.default_rng(seed)
    env = BatchEnv("truce", 3, {"rounds": ROUNDS}, matches=MATCHES, seed=seed)
    wide = Wide(env.features)
    policy = Policy(wide.size, len(env.features.table), rng)
    shares: list[float] = []
    began = time.perf_counter()
    for update in range(1, updates + 1):
        rows, masks, acts = [], [], []
        for _ in range(ROUNDS):  # all matches are equally long
            seen, mask = wide(env.observations[:, 0]), env.masks[:, 0].copy()
            chosen = draw(policy.odds(seen, mask)[0], rng)
            answers = env.sample().copy()
            answers[:, 0] = chosen
            env.step(answers)
            rows.append(seen)
            masks.append(mask)
            acts.append(chosen)
        gains = env.rewards[:, 0]
        shares.append(float(gains.mean()))
        spread = gains.std() + 1e-8
        policy.learn(
            np.concatenate(rows),
            np.concatenate(masks),
            np.concatenate(acts),
            np.tile((gains - gains.mean()) / spread, ROUNDS),
        )
        if say and (update % 100 == 0 or update == updates):
            seconds = time.perf_counter() - began
            share = np.mean(shares[-100:])
            print(f"{update} updates, {seconds:.0f} s: it wins {share:.0%} of its matches")
    return shares


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 600)
