from collections.abc import Sequence
from random import Random

from intrigue.kernel.game import Seen, Setup

from .rules import JAccuse
from .state import Terms
from .view import JAccuseView


def world(
    setup: Setup, terms: Terms, view: JAccuseView, seen: Sequence[Seen], rng: Random
) -> JAccuse:
    raise NotImplementedError
