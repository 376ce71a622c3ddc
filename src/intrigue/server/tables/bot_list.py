"""Which bots can be had at this server's tables: those of the games, and what its operator offers
beside them. Names come from people, so nothing else is ever looked for."""

from collections.abc import Iterable

from intrigue.bots import SILENT, bots, find_bot, kind_of, temper_of
from intrigue.bots.outside import WITH
from intrigue.kernel.game import Game, Player, discover, unknown
from intrigue.kernel.negotiation import TEMPERS
from intrigue.kernel.text import BadInput

_offered: list[str] = []  # by the operator, when the server starts


def offer(names: Iterable[str]) -> None:
    """Offer these bots, too; raises `BadInput` for one that plays no game here."""
    _offered.clear()
    for name in names:
        errors = [error for game in discover().values() if (error := _wrong(game, name))]
        if len(errors) == len(discover()):
            raise errors[0]
        _offered.append(name)


def _wrong(game: Game, name: str) -> BadInput | None:
    try:
        find_bot(game, name)
    except BadInput as error:
        return error
    return None


def listed(game: Game) -> list[str]:
    """Every bot for a game."""
    return [*bots(game), *(name for name in _offered if _wrong(game, name) is None)]


def find(game: Game, name: str) -> None:
    """Whether there is such a bot, of any temper; raises `BadInput`."""
    if not knows(game, name):
        raise unknown("no_bot", name, listed(game), game=game.title())
    find_bot(game, name)


def knows(game: Game, name: str) -> bool:
    return plain(name) in listed(game)


def plain(name: str) -> str:
    """A bot's name without its temper."""
    temper = temper_of(name)
    return name.removesuffix(WITH + temper) if temper in (*TEMPERS, SILENT) else name


def kind(game: Game, name: str) -> type[Player]:
    """The class of a bot that is listed."""
    return kind_of(game, plain(name))
