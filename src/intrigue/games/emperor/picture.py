"""stub"""

from collections.abc import Sequence

from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.text import Catalogue

from .view import EmperorView


def picture(words: Catalogue, setup: Setup, view: EmperorView) -> str:
    return ""


def report(words: Catalogue, setup: Setup, seen: Sequence[Seen]) -> list[str]:
    return []
