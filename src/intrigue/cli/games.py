"""The games: listed, described, their rules and cards."""

from difflib import get_close_matches
from pathlib import Path

from rich.markup import escape

from intrigue import game_list
from intrigue.kernel.game import Game, discover, left_out
from intrigue.kernel.text import BadInput
from intrigue.screen import print_json

from .words import Words


def describe(say: Words, game: Game, as_json: bool) -> None:
    """One game, with its options and bots."""
    if as_json:
        print_json(game_list.facts(game, say.lang))
        return
    for line in game_list.described(game, say.lang):
        say.out.print(line, markup=False)


def list_all(say: Words, as_json: bool) -> None:
    """Every installed game, and what was left out, on standard error."""
    for broken in left_out():
        say.err.print(broken.complaint().sentence(say.lang), markup=False)
    rows = [game_list.facts(found, say.lang) for found in discover().values()]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        low, high = row["seats"]
        say.out.print(f"[bold]{row['game']}[/]  {row['name']}, {low}–{high}: {row['tagline']}")
    say.out.print(say("about", "more"), markup=False)


def rules(say: Words, game: Game, rule: str | None, where: bool, as_json: bool) -> None:
    """The rulebook, one rule of it, or every line that carries the rule's number."""
    book = game.rulebook(say.lang)
    if rule is not None:
        rule = rule.upper()
        if rule not in book:
            raise _no_rule(rule, book, game.title(say.lang))
        book = {rule: book[rule]}
    if where:
        if rule is None:
            raise BadInput("where_what", package="intrigue", game=game.id)
        _show_where(say, game, rule, book[rule], as_json)
    elif as_json:
        print_json(book)
    elif rule is not None:
        say.out.print(f"{rule} {book[rule]}", markup=False)
    else:
        _show_book(say, (game.home / "rulebook" / f"{say.lang}.md").read_text("utf-8"))


def _show_book(say: Words, text: str) -> None:
    if not say.out.is_terminal:
        print(text, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


def _no_rule(rule: str, book: dict[str, str], title: str) -> BadInput:
    """That there is no such rule, and which are spelt like it."""
    near = get_close_matches(rule, book, 3)
    if near:
        return BadInput("no_rule_near", name=repr(rule), near=", ".join(near), game=title)
    return BadInput("no_rule", name=repr(rule), game=title)


def _show_where(say: Words, game: Game, rule: str, text: str, as_json: bool) -> None:
    """Every line that carries the rule's number, by where it stands."""
    from intrigue.conformance import rule_lines

    found = {
        group: [
            {"path": _from_here(place.path), "line": place.line, "text": place.text}
            for place in places
        ]
        for group, places in rule_lines.where(game, rule).items()
    }
    why = rule_lines.text_only(game).get(rule)
    absent = [group for group in rule_lines.GROUPS if group not in found]
    if as_json:
        facts = {"rule": rule, "text": text, "text_only": why, "left_out": absent}
        print_json({**facts, "where": found})
        return
    say.out.print(f"{rule} {text}", markup=False)
    for group in rule_lines.GROUPS:
        say.out.print(f"\n[bold]{say('where', group)}[/]")
        for place in found.get(group, []):
            say.out.print(f"  {place['path']}:{place['line']}  {place['text']}", markup=False)
        if group in absent:
            say.out.print("  " + say("where", "left_out"), markup=False)
        elif group == "code" and why is not None:
            say.out.print("  " + say("where", "text_only", why=why), markup=False)
        elif not found[group]:
            say.out.print("  " + say("where", "nothing"), markup=False)


def _from_here(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def cards(say: Words, game: Game, deck: str, as_json: bool) -> None:
    """Every card of a deck."""
    rows = game.cards(deck, say.lang)
    if not rows:
        raise BadInput("no_cards", package="intrigue", game=game.title(say.lang))
    if as_json:
        print_json(rows)
        return
    for row in rows:
        say.out.print(f"{row['copies']:>2} × [bold]{escape(row['name'])}[/]  ({row['id']})")
        quote = row["quote"] and say("cards", "quote", quote=row["quote"])
        for line in (row["line"], row["text"], quote):
            if line:
                say.out.print(f"     {line}", markup=False)
