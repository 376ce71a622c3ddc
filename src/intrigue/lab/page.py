"""A balance report as one HTML page with SVG charts: no script, no file beside it."""

from html import escape
from typing import Any

from intrigue.kernel.balance import Band, Chart, Figure
from intrigue.kernel.game import Game
from intrigue.kernel.text import Catalogue, catalogue

from .balance import Report

WIDE, ROW, LEFT, RIGHT = 760, 22, 300, 90
INK, GOOD, BAD, SHADE = "var(--ink)", "var(--good)", "var(--bad)", "var(--shade)"

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --good: #2b6cb0; --bad: #c05621;
  --shade: #c6e6cc }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e4da; --paper: #1b1a18; --good: #7db4e8;
  --bad: #f0a070; --shade: #2c4a34 } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--ink); background: var(--paper) }
h1 { margin-bottom: 0 } h2 { margin: 2rem 0 .3rem } p { margin: .3rem 0 }
.wide { overflow-x: auto } code { overflow-wrap: anywhere }
table { border-collapse: collapse } td, th { padding: .15rem .8rem .15rem 0; text-align: right }
td:first-child, th:first-child { text-align: left } .out { color: var(--bad); font-weight: 600 }
th[scope=row] { font-weight: 400 } svg { max-width: 100%; height: auto }
svg text { fill: var(--ink) }
"""


def page(game: Game, report: Report, lang: str, command: str) -> str:
    """The whole page."""
    words = catalogue("intrigue", lang)
    title = words.say("balance", "title", game=game.title(lang))
    missed = report.missed()
    parts = [
        f"<!doctype html><html lang={lang}><meta charset=utf-8><title>{escape(title)}</title>",
        f"<style>{STYLE}</style><h1>{escape(title)}</h1>",
        f"<p><code>{escape(command)}</code></p>",
        f"<p>{escape(_facts(report, words))}</p>",
        f"<p>{escape(words.say('balance', 'verdict', count=len(missed)))}</p>",
    ]
    if report.faults:
        faults = words.say("simulated", "faults", count=report.faults)
        parts.append(f"<p class=out>{escape(faults)}</p>")
    for chart in report.charts:
        parts.append(f"<h2>{escape(game.words(lang).sentence('balance', chart.key))}</h2>")
        if chart.counts:
            parts.append(_histogram(chart))
        if len({figure.unit for figure in chart.figures}) == 1 and len(chart.figures) > 2:
            parts.append(_bars(game, chart, lang))
        if chart.figures:
            parts.append(_table(game, chart, words, lang))
    return "\n".join(parts) + "\n"


def _facts(report: Report, words: Catalogue) -> str:
    options = ", ".join(f"{name}={value}" for name, value in report.options.items())
    numbers: dict[str, Any] = {"games": report.games, "played": report.played, "seed": report.seed}
    mode = words.sentence("mode", "compiled" if report.compiled else "pure")
    return words.say(
        "balance", "facts", seconds=report.seconds, mode=mode, options=options, **numbers
    )


def label(game: Game, figure: Figure, lang: str) -> str:
    """A figure's label: a key of the game's catalogue, or itself."""
    known = game.words(lang).words["balance"]
    return str(known.get(figure.label, figure.label))


def number(value: float, unit: str) -> str:
    """A figure as people write it."""
    if unit == "share":
        return f"{100 * value:.1f} %"
    return f"{value:.0f}" if unit == "count" else f"{value:.1f}"


def measured(figure: Figure) -> str:
    margin = f" ± {100 * figure.margin:.1f}" if figure.margin else ""
    return number(figure.value, figure.unit) + margin


def band(target: Band, unit: str) -> str:
    """A band in words that need no language."""
    if target.low is None and target.high is None:
        return ""
    if target.low is None:
        return f"≤ {number(target.high or 0.0, unit)}"
    if target.high is None:
        return f"≥ {number(target.low, unit)}"
    return f"{number(target.low, unit)} – {number(target.high, unit)}"


def _table(game: Game, chart: Chart, words: Catalogue, lang: str) -> str:
    heads = "".join(
        f"<th>{escape(words.sentence('balance', key))}" for key in ("what", "measured", "target")
    )
    rows = [f"<table><tr>{heads}"]
    for figure in chart.figures:
        style = " class=out" if figure.within() is False else ""
        cells = (label(game, figure, lang), measured(figure), band(figure.band, figure.unit))
        rows.append(f"<tr{style}>" + "".join(f"<td>{escape(cell)}" for cell in cells))
    return "".join(rows) + "</table>"


def _bars(game: Game, chart: Chart, lang: str) -> str:
    """Dots with margins on one scale, the band behind them."""
    figures = chart.figures
    low = min([f.value - f.margin for f in figures] + [f.band.low or f.value for f in figures])
    high = max([f.value + f.margin for f in figures] + [f.band.high or f.value for f in figures])
    spread = (high - low) or 1.0
    low, high = low - 0.05 * spread, high + 0.05 * spread
    tall = ROW * len(figures) + 10

    def x(value: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * (value - low) / (high - low)

    out = [f'<svg viewBox="0 0 {WIDE} {tall}" role="img">']
    shaded = figures[0].band
    if all(figure.band == shaded for figure in figures) and shaded != Band():
        left = x(shaded.low if shaded.low is not None else low)
        right = x(shaded.high if shaded.high is not None else high)
        out.append(_shade(left, right - left, tall))
    for i, figure in enumerate(figures):
        y = ROW * i + ROW / 2 + 5
        colour = BAD if figure.within() is False else GOOD
        name = escape(label(game, figure, lang))
        ends = x(figure.value - figure.margin), x(figure.value + figure.margin)
        place = f'x="{LEFT - 8}" y="{y + 4}" text-anchor="end"'
        out.append(f'<text {place} font-size="13">{name}</text>')
        out.append(
            f'<line x1="{ends[0]:.1f}" x2="{ends[1]:.1f}" y1="{y}" y2="{y}" stroke="{colour}"/>'
        )
        out.append(f'<circle cx="{x(figure.value):.1f}" cy="{y}" r="4" fill="{colour}"/>')
        said = number(figure.value, figure.unit)
        out.append(f'<text x="{WIDE - RIGHT + 8}" y="{y + 4}" font-size="13">{said}</text>')
    return "".join(out) + "</svg>"


def _shade(x: float, wide: float, tall: float) -> str:
    """The band behind a chart."""
    return f'<rect x="{x:.1f}" y="0" width="{wide:.1f}" height="{tall}" fill="{SHADE}"/>'


def _histogram(chart: Chart) -> str:
    counts = chart.counts
    first, last = min(counts), max(counts)
    most, total = max(counts.values()), sum(counts.values())
    tall, wide = 180, WIDE - 40
    step = wide / (last - first + 1)
    out = [f'<svg viewBox="0 0 {WIDE} {tall + 30}" role="img">']
    if chart.band != Band():
        low = max(chart.band.low if chart.band.low is not None else first, first)
        high = min(chart.band.high if chart.band.high is not None else last, last)
        left, width = 20 + step * (low - first), step * (high - low + 1)
        out.append(_shade(left, width, tall))
    for value in range(first, last + 1):
        count = counts.get(value, 0)
        height = (tall - 20) * count / most
        x = 20 + step * (value - first)
        out.append(
            f'<rect x="{x + 1:.1f}" y="{tall - height:.1f}" width="{max(step - 2, 1):.1f}" '
            f'height="{height:.1f}" fill="{GOOD}"><title>{value}: {100 * count / total:.1f} %'
            "</title></rect>"
        )
        if step > 14 or value % 5 == 0:
            out.append(
                f'<text x="{x + step / 2:.1f}" y="{tall + 16}" text-anchor="middle" '
                f'font-size="12" fill="{INK}">{value}</text>'
            )
    return "".join(out) + "</svg>"
