"""Acts of J'Accuse as numbers: a kind, a player, and up to six cards.

A choice of several cards is one act, so that a parley stays one secret, readable decision; with at
most six cards in hand a prompt has at most 253 options.
"""

from typing import Final

from mypy_extensions import i64

# An act is kind + 16 * (target + 1) + 512 * load. The load is a set of cards (see `cards`), a
# colour plus one, or a number of tokens.
MEMBERSHIP: Final = 0
VOTE: Final = 1
ABSTAIN: Final = 2
NO_PARLEY: Final = 3
PARLEY: Final = 4
REPLY: Final = 5
PASS: Final = 6
DEFECT: Final = 7
ACCUSE: Final = 8
ENACT: Final = 9
SHOW: Final = 10
GIVE: Final = 11
KINDS: Final = (
    "membership",
    "vote",
    "abstain",
    "no_parley",
    "parley",
    "reply",
    "pass",
    "defect",
    "accuse",
    "enact",
    "show",
    "give",
)

NOBODY: Final = -1
MOST_CARDS: Final = 6
MOST_TOKENS: Final = 9999


def act_of(kind: i64, target: i64 = NOBODY, load: i64 = 0) -> i64:
    return kind + (target + 1) * 16 + load * 512


def kind_of(act: i64) -> i64:
    return act & 15


def target_of(act: i64) -> i64:
    return ((act >> 4) & 31) - 1


def load_of(act: i64) -> i64:
    return act >> 9


def card_act(kind: i64, face: i64) -> i64:
    """An act with one card."""
    return kind + (face + 1) * 512


def card_of(act: i64) -> i64:
    """The card of an act with one card."""
    return (act >> 9) - 1
