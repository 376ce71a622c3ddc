"""What can be played here, for a page that knows no game by heart: options, bots, rulebook, cards,
and the catalogue of every sentence, in the language of the call."""

from functools import cache

from intrigue.kernel.game import Game, Option, discover, find_game
from intrigue.kernel.promises import Kind, Promises
from intrigue.kernel.text import Catalogue, catalogue
from intrigue.session import signature

from ...tables import bot_list
from ...wire import http
from ..endpoint import Call, HttpAnswer, endpoint


@endpoint("GET", "/api/server", http.ServerInfo, signed_in=False)
async def server(call: Call) -> HttpAnswer:
    """Which version runs here, and the public key of its records."""
    key = signature.public_key(await call.services.record_key())
    return HttpAnswer(http.ServerInfo(call.services.version, key))


@endpoint("GET", "/api/games", http.Games, signed_in=False, long=True)
async def games(call: Call) -> HttpAnswer:
    """Every game that can be played here, the easiest first, with its options and bots."""
    return HttpAnswer(http.Games([_info(game, call.lang) for game in discover().values()]))


@endpoint("GET", "/api/games/{game}", http.GameBook, signed_in=False, long=True)
async def game_book(call: Call) -> HttpAnswer:
    """Everything that can be said of one game: rulebook, cards, and its catalogue of texts."""
    return HttpAnswer(_book(find_game(call.path["game"]), call.lang))


@cache
def _book(game: Game, lang: str) -> http.GameBook:
    kernel = catalogue("intrigue.kernel", lang).words
    return http.GameBook(
        game=_info(game, lang),
        lang=lang,
        words=game.words(lang).words,
        common={
            "refusal": kernel["refusal"],
            "table": kernel["table"],
            "note": catalogue("intrigue.server", lang).words["note"],
        },
        rulebook=(game.home / "rulebook" / f"{lang}.md").read_text("utf-8"),
        rules=game.rulebook(lang),
        cards={deck: game.cards(deck, lang) for deck in _decks(game)},
        events=list(game.events),
        refusals=list(game.refusals),
        outcomes=list(game.outcomes),
    )


def _decks(game: Game) -> list[str]:
    """By the option that chooses among decks, or the only one, which has no name."""
    named = [deck for option in game.options if option.name == "deck" for deck in option.choices]
    return named or ([""] if game.cards() else [])


def _info(game: Game, lang: str) -> http.GameInfo:
    words = game.words(lang)
    return http.GameInfo(
        id=game.id,
        title=game.title(lang),
        tagline=words.sentence("tagline"),
        version=game.version,
        seats=[game.low, game.high],
        bots=bot_list.listed(game),
        prompts=list(game.prompts),
        options=[_option(option, words) for option in game.options],
        correspondence=game.correspondence,
        minutes=list(game.minutes or ()),
        usual=min(max(game.usual, game.low), game.high),
        beats=dict(game.beats),
        passable=list(game.passable),
        promises=None if game.promises is None else _promises(game.promises),
        another_character=game.another_character,
    )


def _promises(promises: Promises) -> http.PromisesInfo:
    clauses = [_kind(kind) for kind in promises.clauses]
    return http.PromisesInfo(clauses, [_kind(kind) for kind in promises.claims])


def _kind(kind: Kind) -> http.PromiseKind:
    params = [
        http.ParamInfo(one.name, one.type, one.low, one.high, list(one.words))
        for one in kind.params
    ]
    return http.PromiseKind(kind.id, kind.form, params, kind.private)


def _option(option: Option, words: Catalogue) -> http.OptionInfo:
    said = words.words["option"][option.name]
    return http.OptionInfo(
        name=option.name,
        title=said["name"],
        help=said["help"],
        default=option.default,
        low=option.low,
        high=option.high,
        even=option.even,
        choices=list(option.choices),
        labels={choice: said.get(choice, choice) for choice in option.choices},
        rule=option.rule,
    )
