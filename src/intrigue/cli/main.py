"""The commands and what may stand behind them; what they do stands in the modules beside.

A user's mistake gets a sentence on standard error and exit status 2, never a traceback.
"""

import io
import os
import shlex
import sys
from contextlib import nullcontext, redirect_stdout
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from intrigue.bots import usual_bot
from intrigue.bots.beliefs import WORLDS
from intrigue.kernel.build import compiled
from intrigue.kernel.game import find_game
from intrigue.kernel.text import LANGUAGES, BadInput

from .reading import bot_names, default_names, read_options, read_text, seat_bots
from .words import Words


def language(arguments: list[str]) -> tuple[str, list[str]]:
    """The language by `--lang` (anywhere on the line), else by the locale, else English; and the
    arguments without it."""
    for i, word in enumerate(arguments):
        if word == "--lang" or word.startswith("--lang="):
            taken = 1 if "=" in word else 2
            wanted = word.partition("=")[2] if taken == 1 else "".join(arguments[i + 1 : i + 2])
            if wanted not in LANGUAGES:
                raise BadInput("lang", package="intrigue", value=repr(wanted), known=LANGUAGES)
            return wanted, arguments[:i] + arguments[i + taken :]
    for name in ("INTRIGUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        short = os.environ.get(name, "")[:2].lower()
        if short:
            return (short if short in LANGUAGES else "en"), arguments
    return "en", arguments


def build(lang: str) -> typer.Typer:
    """The program, speaking a language."""
    say = Words(lang)
    app = typer.Typer(
        help=say("help", "app"),
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    def help_of(name: str) -> str:
        return say("help", name)

    game_argument = typer.Argument(metavar="GAME", help=help_of("game"))
    json_option = typer.Option("--json", help=help_of("json"))

    def show_version(wanted: bool) -> None:
        if wanted:
            mode = say("mode", "compiled" if compiled() else "pure")
            say.out.print(f"intrigue {version('intrigue')} ({mode})")
            raise typer.Exit

    @app.callback()
    def main_options(
        lang: Annotated[str, typer.Option("--lang", help=help_of("lang"))] = lang,
        shown: Annotated[
            bool,
            typer.Option(
                "--version", help=help_of("version"), callback=show_version, is_eager=True
            ),
        ] = False,
    ) -> None:
        """`--lang` was read before; it stands here for --help."""

    @app.command("games", help=help_of("games"))
    def list_games(
        game: Annotated[
            str | None, typer.Argument(metavar="[GAME]", help=help_of("one_game"))
        ] = None,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import games

        if game is None:
            games.list_all(say, as_json)
        else:
            games.describe(say, find_game(game), as_json)

    @app.command("rules", help=help_of("rules"))
    def show_rules(
        game: Annotated[str, game_argument],
        rule: Annotated[str | None, typer.Argument(help=help_of("rule"))] = None,
        where: Annotated[bool, typer.Option("--where", help=help_of("where"))] = False,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import games

        games.rules(say, find_game(game), rule, where, as_json)

    @app.command("cards", help=help_of("cards"))
    def show_cards(
        game: Annotated[str, game_argument],
        deck: Annotated[str, typer.Option("--deck", help=help_of("deck"))] = "",
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import games

        games.cards(say, find_game(game), deck, as_json)

    @app.command(help=help_of("check"))
    def check(
        game: Annotated[str, game_argument],
        seeds: Annotated[int, typer.Option("--seeds", min=1, help=help_of("check_seeds"))] = 3,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import own_games

        raise typer.Exit(own_games.check(say, find_game(game), seeds, as_json))

    @app.command("new-game", help=help_of("new_game"))
    def new_game(
        name: Annotated[str, typer.Argument(help=help_of("new_game_name"))],
        folder: Annotated[Path, typer.Option("--in", help=help_of("new_game_in"))] = Path(),
    ) -> None:
        from . import own_games

        own_games.begin(say, name, folder)

    @app.command(help=help_of("simulate"))
    def simulate(
        game: Annotated[str, game_argument],
        seats: Annotated[int | None, typer.Option("--seats", help=help_of("seats"))] = None,
        games: Annotated[int, typer.Option("--games", min=1, help=help_of("games_count"))] = 1000,
        seed: Annotated[int, typer.Option("--seed", help=help_of("seed"))] = 0,
        jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help=help_of("jobs"))] = 1,
        bots: Annotated[str, typer.Option("--bots", help=help_of("bots"))] = "",
        rotate: Annotated[bool, typer.Option("--rotate", help=help_of("rotate"))] = False,
        option: Annotated[list[str], typer.Option("--option", "-o", help=help_of("option"))] = [],  # noqa: B006
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import laboratory

        found = find_game(game)
        names = default_names(found.low if seats is None else seats)
        setup = found.setup(names, read_options(option))
        players = seat_bots(bots, setup)
        raise typer.Exit(
            laboratory.simulate(say, found, setup, games, seed, jobs, players, rotate, as_json)
        )

    @app.command(help=help_of("replay"))
    def replay(
        record: Annotated[Path, typer.Argument(help=help_of("record"))],
        viewer: Annotated[str | None, typer.Option("--as", help=help_of("as"))] = None,
        to: Annotated[int | None, typer.Option("--to", min=0, help=help_of("to"))] = None,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import records

        records.replay(say, read_text(record), viewer, to, as_json)

    @app.command("beliefs", help=help_of("beliefs"))
    def tell_beliefs(
        record: Annotated[Path, typer.Argument(help=help_of("record"))],
        viewer: Annotated[str | None, typer.Option("--as", "--seat", help=help_of("as"))] = None,
        at: Annotated[int | None, typer.Option("--at", "--step", min=0, help=help_of("at"))] = None,
        worlds: Annotated[
            int, typer.Option("--worlds", min=1, max=100_000, help=help_of("worlds"))
        ] = WORLDS,
        seed: Annotated[int, typer.Option("--seed", help=help_of("belief_seed"))] = 0,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import beliefs

        beliefs.tell(say, read_text(record), viewer, at, worlds, seed, as_json)

    @app.command("story", help=help_of("story"))
    def tell_story(
        record: Annotated[Path, typer.Argument(help=help_of("record"))],
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import stories

        stories.tell(say, read_text(record), as_json)

    @app.command("review", help=help_of("review"))
    def review_record(
        record: Annotated[Path, typer.Argument(help=help_of("record"))],
        seat: Annotated[str | None, typer.Option("--seat", help=help_of("review_seat"))] = None,
        seconds: Annotated[
            float, typer.Option("--seconds", min=0, help=help_of("review_seconds"))
        ] = 60,
        playouts: Annotated[
            int, typer.Option("--playouts", min=1, help=help_of("review_playouts"))
        ] = 4000,
        seed: Annotated[int, typer.Option("--seed", help=help_of("review_seed"))] = 0,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import reviews

        raise typer.Exit(
            reviews.review(say, read_text(record), seat, seconds, playouts, seed, as_json)
        )

    @app.command("verify", help=help_of("verify"))
    def verify_record(
        record: Annotated[Path, typer.Argument(help=help_of("record"))],
        key: Annotated[str | None, typer.Option("--key", help=help_of("key"))] = None,
        server: Annotated[str | None, typer.Option("--server", help=help_of("key_server"))] = None,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import records

        text = read_text(record)
        records.verify(say, text, key if server is None else records.key_of(server), as_json)

    @app.command("play", help=help_of("play"))
    def play_match(
        game: Annotated[str, game_argument] = "truce",
        seats: Annotated[int | None, typer.Option("--seats", help=help_of("seats"))] = None,
        people: Annotated[list[str], typer.Option("--name", help=help_of("people"))] = [],  # noqa: B006
        bots: Annotated[str, typer.Option("--bots", help=help_of("play_bots"))] = "",
        seed: Annotated[int | None, typer.Option("--seed", help=help_of("play_seed"))] = None,
        option: Annotated[list[str], typer.Option("--option", "-o", help=help_of("option"))] = [],  # noqa: B006
        resume: Annotated[Path | None, typer.Option("--resume", help=help_of("resume"))] = None,
        save: Annotated[Path | None, typer.Option("--save", help=help_of("save"))] = None,
    ) -> None:
        from intrigue import terminal

        if resume is not None:
            session = terminal.resume(read_text(resume), lang, say.out)
        else:
            found = find_game(game)
            names = list(people) or [say("person")]
            size = seats if seats is not None else max(terminal.usual_seats(found), len(names))
            options = read_options(option)
            session = terminal.start(found, names, size, lang, say.out, bots, options, seed)
        raise typer.Exit(session.run(save or resume))

    lab = typer.Typer(help=help_of("lab"), no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(lab, name="lab")

    @lab.command("balance", help=help_of("balance"))
    def lab_balance(
        game: Annotated[str, game_argument],
        games: Annotated[int, typer.Option("--games", min=1, help=help_of("balance_games"))] = 1000,
        seed: Annotated[int, typer.Option("--seed", help=help_of("seed"))] = 0,
        jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help=help_of("jobs"))] = 1,
        out: Annotated[Path | None, typer.Option("--out", help=help_of("out"))] = None,
        option: Annotated[list[str], typer.Option("--option", "-o", help=help_of("option"))] = [],  # noqa: B006
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import laboratory

        found = find_game(game)
        setup = found.setup(default_names(found.low), read_options(option))
        laboratory.balance(say, found, setup, games, seed, jobs, out, option, as_json)

    @lab.command("beliefs", help=help_of("lab_beliefs"))
    def lab_beliefs(
        game: Annotated[str, game_argument],
        seats: Annotated[int | None, typer.Option("--seats", help=help_of("seats"))] = None,
        games: Annotated[int, typer.Option("--games", min=1, help=help_of("games_count"))] = 500,
        worlds: Annotated[
            int, typer.Option("--worlds", min=1, max=100_000, help=help_of("worlds"))
        ] = 200,
        bots: Annotated[str, typer.Option("--bots", help=help_of("play_bots"))] = "",
        seed: Annotated[int, typer.Option("--seed", help=help_of("seed"))] = 0,
        jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help=help_of("jobs"))] = 1,
        option: Annotated[list[str], typer.Option("--option", "-o", help=help_of("option"))] = [],  # noqa: B006
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import beliefs

        found = find_game(game)
        setup = found.setup(
            default_names(found.usual if seats is None else seats), read_options(option)
        )
        players = seat_bots(bots or usual_bot(found), setup)
        raise typer.Exit(
            beliefs.calibrate(say, found, setup, players, games, worlds, seed, jobs, as_json)
        )

    @lab.command("arena", help=help_of("arena"))
    def lab_arena(
        game: Annotated[str, game_argument],
        bots: Annotated[str, typer.Option("--bots", help=help_of("arena_bots"))],
        pair: Annotated[bool, typer.Option("--pair", help=help_of("pair"))] = False,
        each: Annotated[bool, typer.Option("--each", help=help_of("each"))] = False,
        seats: Annotated[int | None, typer.Option("--seats", help=help_of("seats"))] = None,
        games: Annotated[int, typer.Option("--games", min=1, help=help_of("arena_games"))] = 400,
        seed: Annotated[int, typer.Option("--seed", help=help_of("seed"))] = 0,
        jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help=help_of("jobs"))] = 1,
        option: Annotated[list[str], typer.Option("--option", "-o", help=help_of("option"))] = [],  # noqa: B006
        rows: Annotated[Path | None, typer.Option("--rows", help=help_of("rows"))] = None,
        out: Annotated[Path | None, typer.Option("--out", help=help_of("out"))] = None,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from intrigue.lab import arena

        from . import laboratory

        found = find_game(game)
        size = found.usual if seats is None else seats
        setup = found.setup(default_names(size), read_options(option))
        if pair:
            lineups = arena.pair(found, setup, *arena.read_pair(bot_names(bots)))
        elif each:
            lineups = arena.each(found, setup, arena.read_each(bot_names(bots)))
        else:
            lineups = [arena.table(seat_bots(bots or usual_bot(found), setup))]
        words = ["intrigue", "lab", "arena", found.id, "--seats", str(size), "--bots", bots]
        words += (
            ["--pair"] * pair
            + ["--each"] * (each and not pair)
            + ["--games", str(games), "--seed", str(seed)]
        )
        command = shlex.join(words + [word for text in option for word in ("-o", text)])
        raise typer.Exit(
            laboratory.arena(
                say, found, setup, lineups, games, seed, jobs, rows, out, command, as_json
            )
        )

    @app.command(help=help_of("sit"))
    def sit(
        url: Annotated[str, typer.Argument(help=help_of("sit_url"))],
        code: Annotated[str, typer.Argument(help=help_of("sit_code"))],
        bot: Annotated[str, typer.Option("--bot", help=help_of("sit_bot"))],
        name: Annotated[str, typer.Option("--name", help=help_of("mcp_name"))] = "Robin",
        recover: Annotated[
            str | None, typer.Option("--recover", help=help_of("sit_recover"))
        ] = None,
    ) -> None:
        from . import agents

        agents.sit(say, url, code, bot, name, recover)

    @app.command(help=help_of("mcp"))
    def mcp(
        server: Annotated[
            str, typer.Option("--server", help=help_of("mcp_server"))
        ] = "http://127.0.0.1:8000",
        name: Annotated[str, typer.Option("--name", help=help_of("mcp_name"))] = "Robin",
        http: Annotated[
            int | None, typer.Option("--http", min=1, max=65535, help=help_of("mcp_http"))
        ] = None,
    ) -> None:
        from . import agents

        agents.offer_tools(server, name, lang, http)

    from intrigue.server.command import register

    register(app, say)

    scenario = typer.Typer(help=help_of("scenario"), no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(scenario, name="scenario")

    @scenario.command("run", help=help_of("scenario_run"))
    def scenario_run(
        paths: Annotated[list[Path], typer.Argument(help=help_of("paths"))],
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        from . import scenarios

        raise typer.Exit(scenarios.run(say, paths, as_json))

    @scenario.command("events", help=help_of("scenario_events"))
    def scenario_events(
        game: Annotated[str, game_argument], as_json: Annotated[bool, json_option] = False
    ) -> None:
        from . import scenarios

        scenarios.events(say, find_game(game), as_json)

    @scenario.command("coverage", help=help_of("scenario_coverage"))
    def scenario_coverage(
        game: Annotated[str, game_argument], as_json: Annotated[bool, json_option] = False
    ) -> None:
        from . import scenarios

        raise typer.Exit(scenarios.coverage(say, find_game(game), as_json))

    return app


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the program; every mistake of the user ends here, as a sentence."""
    say = Words("en")
    status = 0
    try:
        lang, rest = language(sys.argv[1:] if arguments is None else arguments)
        say = Words(lang)
        rest = rest or ["--help"]
        page = io.StringIO()
        asks_help = bool({"-h", "--help"} & set(rest))
        with redirect_stdout(page) if asks_help else nullcontext():
            try:
                status = build(lang)(rest, standalone_mode=False) or 0
            finally:
                sys.__stdout__.write(say.translate(page.getvalue()))  # type: ignore[union-attr]
    except typer.Exit as end:
        status = end.exit_code
    except BadInput as error:
        said = error.sentence(say.lang)  # it may quote a file, which shall not steer the terminal
        said = "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in said)
        say.err.print(said, markup=False)
        status = 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except (KeyboardInterrupt, typer.Abort):
        say.err.print(say("stopped"))
        status = 130
    except Exception as error:
        if not hasattr(error, "format_message"):  # click's usage errors have one
            raise
        say.err.print(say.usage(error), markup=False)
        status = 2
    sys.exit(status)
