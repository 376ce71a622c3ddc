"""An arena's report as one HTML page: a chart, and every figure of it in tables."""

from collections.abc import Iterable, Sequence
from html import escape

from intrigue.kernel.game import Game
from intrigue.kernel.text import Catalogue, catalogue

from . import simulate
from .page import BAD, GOOD, INK, LEFT, RIGHT, ROW, STYLE, WIDE
from .standings import Estimate, Report, Standing, TableReport

Cells = Sequence[str]


def page(game: Game, report: Report, lang: str, command: str) -> str:
    """The whole page."""
    words = catalogue("intrigue", lang)
    title = words.say("arena", "title", game=game.title(lang))
    parts = [
        f"<!doctype html><html lang={lang}><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width'>"
        f"<title>{escape(title)}</title><style>{STYLE}</style><h1>{escape(title)}</h1>",
        f"<p><code>{escape(command)}</code></p>",
        *(f"<p>{escape(line)}</p>" for line in facts(report, words)),
        *(f"<p class=out>{escape(line)}</p>" for line in faults(report, words)),
        *(f"<p>{escape(line)}</p>" for line in gates(report, words)),
        f"<h2>{escape(words.sentence('arena', 'chart'))}</h2>",
        _chart(game, report, words),
    ]
    for table in report.tables:
        parts.append(f"<h2>{escape(table_title(table, words))}</h2>")
        parts.append(_grid(*table_grid(game, table, words)))
        parts += [f"<p>{escape(line)}</p>" for line in lead(table, words)]
    parts.append(f"<h2>{escape(words.sentence('arena', 'ratings'))}</h2>")
    parts.append(_grid(*rating_grid(report, words)))
    if len(report.ratings) > 1:
        parts.append(f"<h2>{escape(words.sentence('arena', 'meetings'))}</h2>")
        parts.append(_matrix(report, words))
    parts.append(f"<h2>{escape(words.sentence('arena', 'paces'))}</h2>")
    parts.append(_grid(*pace_grid(report, words)))
    parts.append(f"<p>{escape(words.sentence('arena', 'how'))}</p>")
    return "\n".join(parts) + "\n"


# --- sentences and tables, for the terminal too ---------------------------------------------------


def facts(report: Report, words: Catalogue) -> list[str]:
    mode = words.sentence("mode", "compiled" if report.compiled else "pure")
    options = ", ".join(f"{name}={value}" for name, value in report.options.items())
    about = words.say(
        "arena",
        "facts",
        played=report.played,
        seats=report.seats,
        seed=report.seed,
        seconds=report.seconds,
        mode=mode,
    )
    return [about, options] if options else [about]


def faults(report: Report | simulate.Report, words: Catalogue) -> list[str]:
    """What bots did wrong, how often, and what it was."""
    lines = []
    if report.faults:
        bots = ", ".join(f"{bot} {count}" for bot, count in report.faults.items())
        count = sum(report.faults.values())
        lines.append(words.say("simulated", "faults", count=count) + f" ({bots})")
    if report.lost:
        bots = ", ".join(f"{bot} {count}" for bot, count in report.lost.items())
        lines.append(words.say("simulated", "lost") + f" ({bots})")
    return lines + [
        words.say("simulated", "trouble", bot=bot, what=fault.sentence(words.lang))
        for bot, fault in report.troubles.items()
    ]


def gates(report: Report, words: Catalogue) -> list[str]:
    """Whether the first of two is the stronger one, in sentences."""
    first, second = report.tables[0].bots[:2] if report.gates else ("", "")
    return [
        words.say("arena", gate.key if gate.met else f"not_{gate.key}", one=first, other=second)
        for gate in report.gates
    ]


def table_title(table: TableReport, words: Catalogue) -> str:
    if table.key == "table":
        return ", ".join(f"{table.seating.count(bot)} {bot}" for bot in table.bots)
    return words.say("arena", table.key, one=table.bots[0], other=table.bots[1])


def table_grid(game: Game, table: TableReport, words: Catalogue) -> tuple[Cells, Sequence[Cells]]:
    heads = [words.sentence("arena", key) for key in ("bot", "share", "ratio", "points")]
    rows = [
        (
            label(game, standing, words.lang),
            percent(standing.share),
            interval(standing.ratio, 2),
            interval(standing.points, 1),
        )
        for standing in table.standings
    ]
    return heads, rows


def lead(table: TableReport, words: Catalogue) -> list[str]:
    """How many matches there were; by how much the first of two is ahead."""
    lines = [words.say("arena", "deals", matches=table.matches, deals=table.deals)]
    if table.lead is not None:
        ahead = {"one": table.bots[0], "other": table.bots[1], "lead": percent(table.lead)}
        lines.append(words.say("arena", "lead", **ahead))
    return lines


def rating_grid(report: Report, words: Catalogue) -> tuple[Cells, Sequence[Cells]]:
    heads = [words.sentence("arena", key) for key in ("bot", "rating")]
    return heads, [(one.bot, f"{one.mu:.1f} ± {2 * one.sigma:.1f}") for one in report.ratings]


def meeting_grid(report: Report, words: Catalogue) -> tuple[Cells, Sequence[Cells]]:
    """Head to head: how often the bot of a row came out before that of a column."""
    share = {(one.bot, one.other): percent(one.share) for one in report.meetings}
    bots = [rating.bot for rating in report.ratings]
    rows = [(bot, *(share.get((bot, other), "–") for other in bots)) for bot in bots]
    return [words.sentence("arena", "before"), *bots], rows


def pace_grid(report: Report, words: Catalogue) -> tuple[Cells, Sequence[Cells]]:
    keys = ("bot", "decisions", "mean", "p99", "playouts")
    rows = [
        (
            pace.bot,
            str(pace.decisions),
            milliseconds(pace.mean_ms),
            milliseconds(pace.p99_ms),
            f"{pace.playouts_per_second:.0f}" if pace.playouts_per_second else "–",
        )
        for pace in report.paces
    ]
    return [words.sentence("arena", key) for key in keys], rows


def label(game: Game, standing: Standing, lang: str) -> str:
    if not standing.side:
        return standing.bot
    return f"{standing.bot}, {game.words(lang).sentence('sides', standing.side)}"


def percent(estimate: Estimate) -> str:
    value = f"{100 * estimate.value:.1f} %"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({100 * estimate.low:.1f} – {100 * estimate.high:.1f})"


def interval(estimate: Estimate, digits: int) -> str:
    value = f"{estimate.value:.{digits}f}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({estimate.low:.{digits}f} – {estimate.high:.{digits}f})"


def milliseconds(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.1f}"


# --- HTML -----------------------------------------------------------------------------------------


def _grid(heads: Cells, rows: Iterable[Cells]) -> str:
    first = "".join(f"<th scope=col>{escape(head)}" for head in heads)
    out = [f"<div class=wide><table><tr>{first}"]
    for name, *cells in rows:
        out.append(
            f"<tr><th scope=row>{escape(name)}" + "".join(f"<td>{escape(cell)}" for cell in cells)
        )
    return "".join(out) + "</table></div>"


def _matrix(report: Report, words: Catalogue) -> str:
    """Head to head, the deeper in colour the clearer; the figures say the same."""
    heads, rows = meeting_grid(report, words)
    by_cell = {(one.bot, one.other): one.share for one in report.meetings}
    out = ["<div class=wide><table><tr>"]
    out += [f"<th scope=col>{escape(head)}" for head in heads]
    for bot, *cells in rows:
        out.append(f"<tr><th scope=row>{escape(bot)}")
        for other, cell in zip(heads[1:], cells, strict=True):
            share = by_cell.get((bot, other))
            tint = "" if share is None else _tint(share.value)
            out.append(f"<td{tint}>{escape(cell)}")
    return "".join(out) + "</table></div>"


def _tint(value: float) -> str:
    colour, depth = (GOOD, value - 0.5) if value > 0.5 else (BAD, 0.5 - value)
    return f' style="background: color-mix(in srgb, {colour} {100 * depth:.0f}%, transparent)"'


def _chart(game: Game, report: Report, words: Catalogue) -> str:
    """How many times its fair share each bot wins, with intervals; the line is the fair share. The
    tables below have the same figures for whoever does not see it."""
    rows: list[tuple[str, Standing | None]] = []
    for table in report.tables:
        rows.append((table_title(table, words), None))
        rows += [(label(game, standing, words.lang), standing) for standing in table.standings]
    ratios = [standing.ratio for _, standing in rows if standing]
    top = max([1.0] + [ratio.high or ratio.value for ratio in ratios]) * 1.05
    tall = ROW * len(rows) + 10

    def x(value: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * value / top

    said = escape(words.sentence("arena", "chart_said"), quote=True)
    out = [f'<svg viewBox="0 0 {WIDE} {tall}" role="img" aria-label="{said}">']
    line = f'x1="{x(1):.1f}" x2="{x(1):.1f}" y1="0" y2="{tall}"'
    out.append(f'<line {line} stroke="{INK}" stroke-dasharray="3 3"/>')
    for n, (name, standing) in enumerate(rows):
        y = ROW * n + ROW / 2 + 5
        if standing is None:
            out.append(f'<text x="0" y="{y + 4}" font-size="13" font-weight="600">{escape(name)}')
            out.append("</text>")
            continue
        ratio = standing.ratio
        colour = BAD if ratio.below(1) else GOOD if ratio.above(1) else INK
        low, high = (ratio.value if end is None else end for end in (ratio.low, ratio.high))
        ends = f'x1="{x(low):.1f}" x2="{x(high):.1f}"'
        out += [
            f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end" font-size="13">',
            f"{escape(name)}</text>",
            f'<line {ends} y1="{y}" y2="{y}" stroke="{colour}"/>',
            f'<circle cx="{x(ratio.value):.1f}" cy="{y}" r="4" fill="{colour}"/>',
            f'<text x="{WIDE - RIGHT + 8}" y="{y + 4}" font-size="13">{ratio.value:.2f} ×</text>',
        ]
    return "".join(out) + "</svg>"
