"""Small games that shake the contract before real ones do."""

from intrigue.kernel.game import Game

from .ambush import AmbushGame
from .cards import CardsGame
from .ledger import LedgerGame
from .numbers import NumbersGame

TOYS: dict[str, Game] = {
    game.id: game for game in (NumbersGame(), CardsGame(), AmbushGame(), LedgerGame())
}
