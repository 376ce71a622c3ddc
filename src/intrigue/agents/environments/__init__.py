"""Games as environments of other people's libraries, for programs that learn.

`batch`: thousands of matches at once, in arrays. `zoo`: PettingZoo. `gym`: Gymnasium, one seat
against bots. `spiel`: OpenSpiel. What they need comes with `pip install 'intrigue[environments]'`,
for OpenSpiel with `'intrigue[spiel]'`.
"""

from collections.abc import Mapping
from typing import Any

from intrigue.kernel.features import Features
from intrigue.kernel.game import find_game


def table(
    game: str, seats: int | None = None, options: Mapping[str, Any] | None = None
) -> Features:
    """A table in numbers, with as many seats as usual unless said otherwise; raises `BadInput`."""
    found = find_game(game)
    names = [f"seat_{seat}" for seat in range(found.usual if seats is None else seats)]
    return found.features(found.setup(names, options))
