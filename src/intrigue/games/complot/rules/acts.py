"""Acts of Complot as numbers: kind + 32 * thing + 8192 * amount.

The thing is a card's face, a slot of the row or an option; the amount is points, or which copy.
"""

from typing import Final

from mypy_extensions import i64

END: Final = 0
PLAY: Final = 1
PLAY_ALL: Final = 2
ATTACK: Final = 3
HIT: Final = 4
BUY: Final = 5  # thing: slot 0 to 4, or STUDENT_PILE
CONVERT: Final = 6
DISPOSE: Final = 7
DISCARD_CARD: Final = 8
PICK_HAND: Final = 9
PICK_DISCARD: Final = 10
PICK_FRONT: Final = 11  # amount: which copy, from 0
PICK_SOURCE: Final = 12
PICK_SLOT: Final = 13
PICK_OPTION: Final = 14
DECLINE: Final = 15
CONCEDE: Final = 16
KINDS: Final = (
    "end",
    "play",
    "play all",
    "attack",
    "hit",
    "buy",
    "convert",
    "dispose",
    "discard",
    "pick hand",
    "pick discard",
    "pick front",
    "pick source",
    "pick slot",
    "pick option",
    "decline",
    "concede",
)

ROW: Final = 5  # slots of the row (CO-12)
STUDENT_PILE: Final = 5  # "slot" of the Étudiant pile
MOST: Final = 999  # points in one act


def make(kind: i64, thing: i64 = 0, amount: i64 = 0) -> i64:
    return kind + thing * 32 + amount * 8192


def kind_of(act: i64) -> i64:
    return act & 31


def thing_of(act: i64) -> i64:
    return (act >> 5) & 255


def amount_of(act: i64) -> i64:
    return act >> 13
