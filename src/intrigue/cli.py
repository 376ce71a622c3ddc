"""The command line: games, rules, scenarios, simulation, records and a match in the terminal.

A user's mistake gets a sentence on standard error and exit status 2, never a traceback.
"""

import io
import os
import re
import shlex
import sys
import time
from contextlib import nullcontext, redirect_stdout
from difflib import get_close_matches
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from intrigue import game_list
from intrigue.conformance import event_list, rule_lines, scenario, scenario_file
from intrigue.conformance.yaml_lines import Broken, shown
from intrigue.kernel.build import compiled
from intrigue.kernel.game import (
    Game,
    Seen,
    Setup,
    discover,
    find_game,
    left_out,
)
from intrigue.kernel.position import SPECTATOR
from intrigue.kernel.text import LANGUAGES, BadInput, Catalogue, catalogue
from intrigue.lab import balance, page
from intrigue.lab import simulate as lab
from intrigue.screen import Screen, one_line, print_json
from intrigue.session.record import Play, Record, Talk, Undo, check

NAMES = ("Agatha", "Barney", "Charles", "Darcy", "Edith", "Felix", "Gwen", "Hugo", "Iris", "Jules")


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


class Words:
    """What the program says, in the language of this call."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.catalogue: Catalogue = catalogue("intrigue", lang)
        self.out = Screen(highlight=False, soft_wrap=True)
        self.err = Screen(highlight=False, soft_wrap=True, stderr=True)

    def __call__(self, *keys: str, **data: Any) -> str:
        return self.catalogue.say(*keys, **data)

    def usage(self, error: Exception) -> str:
        """A mistake on the command line, in our own words."""
        parameter = getattr(error, "param", None)
        said = error.format_message()  # type: ignore[attr-defined]
        kind = type(error).__name__
        if kind == "NoArgsIsHelpError":
            return self.translate(said)
        if kind == "NoSuchOption":
            return self("usage", "no_option", name=getattr(error, "option_name", said))
        if parameter is not None:
            flag = parameter.opts[0]
            name = flag if flag.startswith("-") else parameter.name.upper()
            return self("usage", "missing" if kind == "MissingParameter" else "value", name=name)
        command = re.match("No such command '(.*)'", said)
        if command:
            return self("usage", "no_command", name=command[1])
        return self("usage", "other", why=said)

    def translate(self, page: str) -> str:
        """The few words of a help page that the library, not the catalogue, wrote."""
        for word, ours in self.catalogue.words["help_page"].items():
            page = page.replace(word, ours)
        return page


def default_names(seats: int) -> list[str]:
    """Names for a table of that size."""
    return [NAMES[i] if i < len(NAMES) else f"Player{i + 1}" for i in range(max(seats, 0))]


def read_options(game: Game, pairs: list[str]) -> dict[str, str]:
    """`name=value` from the command line."""
    out: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput("option_form", text=repr(pair), package="intrigue")
        out[name] = value
    return out


def read_text(path: Path) -> str:
    """A text file; raises `BadInput`."""
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise BadInput("no_file", path=str(path)) from None
    except UnicodeDecodeError:
        raise BadInput("not_utf8", path=str(path)) from None
    except OSError as error:
        raise BadInput("unreadable", path=str(path), why=error.strerror or str(error)) from None


def key_of(server: str) -> str:
    """The public key that a server shows as its own; raises `BadInput`."""
    from intrigue.agents.client import Client

    try:
        if not server.startswith(("http://", "https://")):
            raise ValueError("http://…, https://…")
        return str(Client(server, timeout=15).get("/api/server")["key"])
    except Exception as error:  # whatever answers there may be no server of ours
        raise BadInput("no_key", package="intrigue", url=server, why=str(error)) from None


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

    @app.command(help=help_of("games"))
    def games(
        game: Annotated[
            str | None, typer.Argument(metavar="[GAME]", help=help_of("one_game"))
        ] = None,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        if game is not None:
            found = find_game(game)
            if as_json:
                print_json(game_list.facts(found, lang))
            for line in [] if as_json else game_list.described(found, lang):
                say.out.print(line, markup=False)
            return
        for broken in left_out():
            say.err.print(broken.complaint().sentence(lang), markup=False)
        rows = [game_list.facts(found, lang) for found in discover().values()]
        if as_json:
            print_json(rows)
            return
        for row in rows:
            low, high = row["seats"]
            say.out.print(f"[bold]{row['game']}[/]  {row['name']}, {low}–{high}: {row['tagline']}")
        say.out.print(say("about", "more"), markup=False)

    @app.command(help=help_of("rules"))
    def rules(
        game: Annotated[str, game_argument],
        rule: Annotated[str | None, typer.Argument(help=help_of("rule"))] = None,
        where: Annotated[bool, typer.Option("--where", help=help_of("where"))] = False,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        found = find_game(game)
        book = found.rulebook(lang)
        if rule is not None:
            wanted = rule.upper()
            if wanted not in book:
                raise _no_rule(wanted, book, found.title(lang))
            book = {wanted: book[wanted]}
        if where:
            if rule is None:
                raise BadInput("where_what", package="intrigue", game=found.id)
            _show_where(say, found, wanted, book[wanted], as_json)
        elif as_json:
            print_json(book)
        elif rule is not None:
            for number, text in book.items():
                say.out.print(f"{number} {text}", markup=False)
        else:
            text = (found.home / "rulebook" / f"{lang}.md").read_text("utf-8")
            if say.out.is_terminal:
                Console().print(Markdown(text))
            else:
                print(text, end="")

    @app.command(help=help_of("cards"))
    def cards(
        game: Annotated[str, game_argument],
        deck: Annotated[str, typer.Option("--deck", help=help_of("deck"))] = "",
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        found = find_game(game)
        rows = found.cards(deck, lang)
        if not rows:
            raise BadInput("no_cards", package="intrigue", game=found.title(lang))
        if as_json:
            print_json(rows)
            return
        for row in rows:
            say.out.print(f"{row['copies']:>2} × [bold]{escape(row['name'])}[/]  ({row['id']})")
            for line in (
                row["line"],
                row["text"],
                row["quote"] and say("cards", "quote", quote=row["quote"]),
            ):
                if line:
                    say.out.print(f"     {line}", markup=False)

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
        found = find_game(game)
        count = found.low if seats is None else seats
        setup = found.setup(default_names(count), read_options(found, option))
        players = seat_bots(bots, setup)
        since = time.perf_counter()
        with _progress(say) as bar, lab.stoppable() as stopped:
            task = bar.add_task(found.title(lang), total=games)
            tally = lab.simulate(
                found, setup, games, seed, jobs, players, rotate, lambda n: bar.advance(task, n)
            )
            early = stopped()
        result = lab.report(found, setup, seed, players, tally, since, early)
        if early:
            say.err.print(say("simulated", "stopped", games=result.games, wanted=games))
        if as_json:
            print_json(result)
        elif result.games:
            _show_simulation(say, found, setup, result)
        raise typer.Exit(130 if early else 0)

    @app.command(help=help_of("replay"))
    def replay(
        record: Annotated[Path, typer.Argument(help=help_of("record"))],
        viewer: Annotated[str | None, typer.Option("--as", help=help_of("as"))] = None,
        to: Annotated[int | None, typer.Option("--to", min=0, help=help_of("to"))] = None,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        _replay(say, Record.read(read_text(record), finished=False), viewer, to, as_json)

    @app.command("verify", help=help_of("verify"))
    def verify_record(
        record: Annotated[Path, typer.Argument(help=help_of("record"))],
        key: Annotated[str | None, typer.Option("--key", help=help_of("key"))] = None,
        server: Annotated[str | None, typer.Option("--server", help=help_of("key_server"))] = None,
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        read = Record.read(read_text(record))
        _verify(say, read, key if server is None else key_of(server), as_json)

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
            options = read_options(found, option)
            session = terminal.start(found, names, size, lang, say.out, bots, options, seed)
        raise typer.Exit(session.run(save or resume))

    laboratory = typer.Typer(help=help_of("lab"), no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(laboratory, name="lab")

    @laboratory.command("balance", help=help_of("balance"))
    def lab_balance(
        game: Annotated[str, game_argument],
        games: Annotated[int, typer.Option("--games", min=1, help=help_of("balance_games"))] = 1000,
        seed: Annotated[int, typer.Option("--seed", help=help_of("seed"))] = 0,
        jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help=help_of("jobs"))] = 1,
        out: Annotated[Path | None, typer.Option("--out", help=help_of("out"))] = None,
        option: Annotated[list[str], typer.Option("--option", "-o", help=help_of("option"))] = [],  # noqa: B006
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        found = find_game(game)
        setup = found.setup(default_names(found.low), read_options(found, option))
        total = balance.wanted(balance.declared(found), games)
        with _progress(say) as bar:
            task = bar.add_task(found.title(lang), total=total)
            result = balance.run(
                found, setup, games, seed, jobs, lang, lambda n: bar.advance(task, n)
            )
        if out is not None:
            words = ["intrigue", "lab", "balance", game, "--games", str(games), "--seed", str(seed)]
            command = shlex.join(words + [word for pair in option for word in ("-o", pair)])
            _write(out, page.page(found, result, lang, command))
        if as_json:
            print_json(result)
        else:
            _show_balance(say, found, result)
            if out is not None:
                say.out.print(say("balance", "written", path=shlex.quote(str(out))), markup=False)

    from intrigue.server.command import register

    register(app, say)

    scenarios = typer.Typer(help=help_of("scenario"), no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(scenarios, name="scenario")

    @scenarios.command("run", help=help_of("scenario_run"))
    def scenario_run(
        paths: Annotated[list[Path], typer.Argument(help=help_of("paths"))],
        as_json: Annotated[bool, json_option] = False,
    ) -> None:
        raise typer.Exit(_run_scenarios(say, paths, as_json))

    @scenarios.command("events", help=help_of("scenario_events"))
    def scenario_events(
        game: Annotated[str, game_argument], as_json: Annotated[bool, json_option] = False
    ) -> None:
        rows = event_list.listed(find_game(game))
        if as_json:
            print_json(rows)
        else:
            _show_events(say, rows)

    @scenarios.command("coverage", help=help_of("scenario_coverage"))
    def scenario_coverage(
        game: Annotated[str, game_argument], as_json: Annotated[bool, json_option] = False
    ) -> None:
        covered = scenario.coverage(find_game(game))
        bare = [rule for rule, titles in covered.items() if not titles]
        if as_json:
            print_json({"rules": covered, "without": bare})
        else:
            for rule in bare:
                say.out.print(rule)
            share = (len(covered) - len(bare)) * 100 // max(len(covered), 1)
            numbers = {"covered": len(covered) - len(bare), "rules": len(covered), "share": share}
            say.out.print(say("coverage", "line", **numbers))
        raise typer.Exit(1 if bare else 0)

    return app


def _no_rule(rule: str, book: dict[str, str], title: str) -> BadInput:
    """That there is no such rule, and which are spelt like it."""
    near = get_close_matches(rule, book, 3)
    if near:
        return BadInput("no_rule_near", name=repr(rule), near=", ".join(near), game=title)
    return BadInput("no_rule", name=repr(rule), game=title)


def _from_here(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _show_where(say: Words, game: Game, rule: str, text: str, as_json: bool) -> None:
    """Every line that carries the rule's number, by where it stands."""
    found = {
        group: [
            {"path": _from_here(place.path), "line": place.line, "text": place.text}
            for place in places
        ]
        for group, places in rule_lines.where(game, rule).items()
    }
    why = rule_lines.text_only(game).get(rule)
    left_out = [group for group in rule_lines.GROUPS if group not in found]
    if as_json:
        facts = {"rule": rule, "text": text, "text_only": why, "left_out": left_out}
        print_json({**facts, "where": found})
        return
    say.out.print(f"{rule} {text}", markup=False)
    for group in rule_lines.GROUPS:
        say.out.print(f"\n[bold]{say('where', group)}[/]")
        for place in found.get(group, []):
            say.out.print(f"  {place['path']}:{place['line']}  {place['text']}", markup=False)
        if group in left_out:
            say.out.print("  " + say("where", "left_out"), markup=False)
        elif group == "code" and why is not None:
            say.out.print("  " + say("where", "text_only", why=why), markup=False)
        elif not found[group]:
            say.out.print("  " + say("where", "nothing"), markup=False)


def seat_bots(text: str, setup: Setup) -> tuple[str, ...]:
    """`scripted,random` by seat; the last one fills the seats that are left."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        return ()
    if len(names) > setup.seats:
        raise BadInput("too_many_bots", count=len(names), seats=setup.seats, package="intrigue")
    return tuple(names + [names[-1]] * (setup.seats - len(names)))


def _progress(say: Words) -> Progress:
    """A bar on standard error, for people only."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=say.err, disable=not say.err.is_terminal, transient=True)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput("not_written", package="intrigue", path=str(path), why=why) from None


def _show_balance(say: Words, game: Game, result: balance.Report) -> None:
    numbers = {"games": result.games, "played": result.played, "seed": result.seed}
    mode = say("mode", "compiled" if result.compiled else "pure")
    options = ", ".join(f"{name}={value}" for name, value in result.options.items())
    facts: dict[str, Any] = {"mode": mode, "options": options, "seconds": result.seconds}
    say.out.print(say("balance", "facts", **numbers, **facts), markup=False)
    for chart in result.charts:
        if not chart.figures:
            continue
        say.out.print()
        say.out.print(game.words(say.lang).sentence("balance", chart.key), markup=False)
        grid = Grid(box=None, pad_edge=False)
        for key in ("what", "measured", "target"):
            grid.add_column(say("balance", key), justify="left" if key == "what" else "right")
        for figure in chart.figures:
            mark = " !" if figure.within() is False else ""
            target = page.band(figure.band, figure.unit) + mark
            grid.add_row(page.label(game, figure, say.lang), page.measured(figure), target)
        say.out.print(grid)
    say.out.print()
    if result.faults:
        say.out.print(say("simulated", "faults", count=result.faults), markup=False)
    say.out.print(say("balance", "verdict", count=len(result.missed())))


def _show_simulation(say: Words, game: Game, setup: Setup, result: lab.Report) -> None:
    numbers = {"games": result.games, "decisions": result.decisions, "seconds": result.seconds}
    rate = f"{result.decisions_per_second:,.0f}"
    mode = say("mode", "compiled" if result.compiled else "pure")
    say.out.print(say("simulated", "line", rate=rate, mode=mode, **numbers))
    grid = Grid(box=None, pad_edge=False)
    grid.add_column(say("simulated", "seat"))
    grid.add_column(say("simulated", "wins"), justify="right")
    for seat, share in enumerate(result.wins):
        who = result.bots[seat] if result.bots else setup.names[seat]
        grid.add_row(f"{seat + 1} {who}", f"{share:.1%}")
    say.out.print(grid)
    for key, values in (("scores", result.scores), ("lengths", result.lengths)):
        say.out.print(say("simulated", key, **{k: v for k, v in values.items() if k != "counts"}))
    reasons = ", ".join(f"{reason} {count}" for reason, count in result.reasons.items())
    say.out.print(say("simulated", "reasons", reasons=reasons))
    if result.faults:
        bots = ", ".join(f"{bot} {count}" for bot, count in result.faults.items())
        count = sum(result.faults.values())
        say.out.print(say("simulated", "faults", count=count) + f" ({bots})", markup=False)


def _verify(say: Words, record: Record, key: str | None, as_json: bool) -> None:
    """Check a record, and say in plain words what was checked and what was not."""
    found = check(record, key)
    checked = {
        "lines": True,
        "acts": True,
        "cards": found.cards,
        "draws": found.seed,
        "nonces": bool(found.nonces),
        "signature": found.key is not None,
        "key": key is not None,
    }
    open_questions = {
        "practice": found.practice,
        "no_seed": not found.seed,
        "no_nonces": found.seed and not found.nonces and not found.practice,
        "unshown": bool(found.unshown),
        "when": found.seed and not found.practice,
        "unsigned": found.key is None,
        "whose": found.key is not None and key is None,
        "words": any(isinstance(entry, Talk) for entry in record.entries),
    }
    done = [name for name, true in checked.items() if true]
    left = [name for name, true in open_questions.items() if true]
    facts = {"game": record.header.game, **msgspec.to_builtins(found)}
    if as_json:
        print_json({**facts, "checked": done, "unchecked": left})
        return
    title = {"title": record.game.title(say.lang), "version": record.header.version}
    promise = {"promise": record.header.commitment or ""}
    for heading, part, names in (("sound", "checked", done), ("open", "unchecked", left)):
        if names:
            said = [say("verified", part, name, **facts, **title, **promise) for name in names]
            lines = [say("verified", heading), *(f"  - {one}" for one in said)]
            say.out.print("\n".join(lines), markup=False)


def _replay(say: Words, record: Record, viewer: str | None, to: int | None, as_json: bool) -> None:
    game = record.game
    setup = record.setup()
    say.out.names = setup.names
    seat = SPECTATOR if viewer in (None, "spectator") else setup.seat(viewer)
    steps = sum(isinstance(entry, Play) for entry in record.entries)
    if to is not None and to > steps:
        raise BadInput("step_range", steps=steps)
    done = 0
    position = None
    for step in record.fold():
        position = step.position
        entry = step.entry
        if isinstance(entry, Talk) and entry.to is None and not as_json:
            said = one_line(f"{entry.seat}: {entry.text}")
            say.out.print(f"  {said}", markup=False)
        if isinstance(entry, Play | Undo):
            if to is not None and done == to:
                break
            done += isinstance(entry, Play)
            heard = [event.seen_by(seat) for event in step.events]
            seen = [Seen(event.kind, event.data) for event in heard if event is not None]
            if not as_json:
                for line in game.report(setup, seen, say.lang):
                    say.out.print(line, markup=False)
        if to == done and to is not None:
            break
    assert position is not None
    view = position.view(seat)
    if as_json:
        print_json({"steps": done, "view": view})
    else:
        say.out.print(game.picture(setup, view, say.lang), markup=False)


def _run_scenarios(say: Words, paths: list[Path], as_json: bool) -> int:
    passed = failed = 0
    rows: list[dict[str, Any]] = []
    for path in scenario_file.find(paths):
        try:
            results = scenario.run(path, say.lang)
        except Broken as error:
            failed += 1
            rows.append({"path": str(path), "broken": error.sentence(say.lang)})
            if not as_json:
                say.err.print(error.sentence(say.lang), markup=False)
            continue
        for result in results:
            rows.append(
                {
                    "path": str(result.path),
                    "line": result.line,
                    "title": result.title,
                    "rules": result.rules,
                    "failures": result.failures,
                }
            )
            if result.failures:
                failed += 1
                if not as_json:
                    say.out.print(f"{result.path}:{result.line}: {result.title}", markup=False)
                    for line in result.failures:
                        say.out.print(f"    {line}", markup=False)
            else:
                passed += 1
    if as_json:
        print_json({"passed": passed, "failed": failed, "cases": rows})
    else:
        print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def _show_events(say: Words, rows: list[event_list.Listed]) -> None:
    grid = Grid(box=None, pad_edge=False)
    for key in ("event", "parameters", "told", "rule"):
        grid.add_column(say("events", key), no_wrap=key in ("event", "rule"))
    for row in rows:
        if row.seen:
            parameters = shown(row.example)[1:-1]
            more = [name for name in row.parameters if name not in row.example]
            parameters = ", ".join([parameters, *more])
        else:
            parameters = ", ".join(row.parameters)
        told = [say("events", "to", to, forms=row.twin_of) for to in row.to]
        if row.outside:
            told.append(say("events", "outside", forms=row.outside))
        elif not row.twin_of and "everyone" not in row.to and row.to:
            told.append(say("events", "secret"))
        grid.add_row(row.kind, escape(parameters), "; ".join(told), row.rule)
    say.out.print(grid)
    if not all(row.seen for row in rows):
        unseen = [row.kind for row in rows if not row.seen]
        say.out.print(say("events", "unseen", kinds=unseen), markup=False)


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
