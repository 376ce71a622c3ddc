"""The game keeps the promises of the contract."""

import pytest

from intrigue.kernel.game import find_game
from intrigue.lab.check import CHECKS, Check, check

GAME = find_game("newgame")


@pytest.mark.parametrize("one", CHECKS, ids=lambda one: one.key)
def test_contract(one: Check) -> None:
    assert [str(finding) for finding in check(GAME, only=one)] == []
