"""Acts of J'Accuse as numbers: a kind, a player, and up to six cards; or players and cards to show.

A choice of several cards is one act, so that a parley stays one secret, readable decision; with at
most six cards in hand a prompt has at most 253 options. What one shows is one act for another
reason: two cards of one face, or two people who saw the same, cannot be told one by one (JA-A36).
"""

from typing import Final

from mypy_extensions import i64

# An act is kind + 16 * (target + 1) + 512 * load. The load is a set of cards (see `cards`), a
# colour plus one, or a number of tokens. A SHOW has a mask of players in place of the target:
# kind + 16 * players + 2^18 * cards. Fourteen players and seven cards make 60 bits.
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
MOST_SHOWN: Final = 7  # before memberships are chosen
MOST_TOKENS: Final = 9999


def act_of(kind: i64, target: i64 = NOBODY, load: i64 = 0) -> i64:
    return kind + (target + 1) * 16 + load * 512


def kind_of(act: i64) -> i64:
    return act & 15


def target_of(act: i64) -> i64:
    return ((act >> 4) & 31) - 1


def load_of(act: i64) -> i64:
    return act >> 9


def show_act(players: i64, cards: i64) -> i64:
    """To show a set of cards to a mask of players."""
    return SHOW + players * 16 + cards * 262144


def shown_to(act: i64) -> i64:
    """The players of a SHOW, as a mask."""
    return (act >> 4) & 0x3FFF


def shown_cards(act: i64) -> i64:
    """The cards of a SHOW, as a set."""
    return act >> 18


def card_act(kind: i64, face: i64) -> i64:
    """An act with one card."""
    return kind + (face + 1) * 512


def card_of(act: i64) -> i64:
    """The card of an act with one card."""
    return (act >> 9) - 1
