"""What the link to a story says of itself: who has won, and the curve of the match as a picture.
Whoever has such a link may read all of it, so nothing is kept back."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from sqlalchemy import Connection

from intrigue.kernel.text import BadInput, catalogue
from intrigue.session.story import Curve, Story

from ..errors import ServerError
from ..identity import hashed
from ..record import story as record_story
from ..record.store import Loaded
from ..tables import rooms
from .card import COLOURS, EYES, OUTLINE, Card, writable
from .links import Preview

# of the card's picture, what is neither cut off nor under the words: see `card.svg`
LEFT, RIGHT, TOP, BOTTOM = 90.0, 360.0, 70.0, 330.0
BESIDE = 3.5  # lines on the same course
MASK, GAP, MOST_MASKS = 24.0, 20.0, 13  # at the ends of lines
# how the page draws lines apart, by seat: web/src/lib/masks.ts
DASHES = ("", "7 7", "0 7", "12 5 2 5", "3 4")


def of_story(
    connection: Connection, path: str, lang: str, load: Callable[[Connection, str], Loaded]
) -> Preview | None:
    """Of a finished match at the path of a link, or nothing."""
    match path.strip("/").split("/"):
        case ["shared", token, *rest] if rest in ([], ["story"]):
            try:
                loaded = load(connection, rooms.shared(connection, hashed(token)).id)
                told = record_story.told(loaded, lang)
            except (ServerError, BadInput):  # also what was played by other rules
                return None
            return _preview(told, "/".join(["/shared", token, *rest]))
    return None


def _preview(told: Story, path: str) -> Preview:
    words = catalogue("intrigue.server", told.lang)
    winners = told.result.winners

    def say(key: str) -> str:
        data = {"seats": winners, "n": len(winners), "game": told.title}
        return words.say("preview", key, names=told.names, **data)

    sentence = told.result.sentence
    above = say("winners") if winners else ""
    card = Card(
        told.title,
        above if writable(above) else "",
        (sentence,) if writable(sentence) else (),
        picture="" if told.curve is None else picture(told.curve),
    )
    title = say("won" if winners else "drawn")
    return Preview(title, sentence, card, told.lang, path, told.game)


def picture(curve: Curve) -> str:
    """The curve, for the left half of a card: three by two."""
    powers = [part.power for part in curve.parts]
    low = min(0.0, *(min(power) for power in powers))
    high = max(low + 1, *(max(power) for power in powers))
    scale = (BOTTOM - TOP) / (high - low)
    seats = range(len(powers[0]))
    step = (RIGHT - LEFT) / max(1, len(powers) - 1)
    grid = [f'<path d="M{LEFT} {TOP + 65 * i}H{RIGHT}" stroke="#3b4241"/>' for i in range(5)]
    lines = []
    for seat in seats:
        heights = [BOTTOM - scale * (one[seat] - low) - _aside(one, seat) for one in powers]
        points = [f"{LEFT + step * at:.1f},{y:.1f}" for at, y in enumerate(heights)]
        lines.append(_line(seat, points))
    masks = []
    if len(seats) <= MOST_MASKS:
        ends = _apart([BOTTOM - scale * (power - low) for power in powers[-1]])
        masks = [_mask(seat, ends[seat]) for seat in seats]
    drawn = "".join([*grid, *lines, *masks])
    return f'<rect width="600" height="400" fill="#1b2021"/>{drawn}'


def _aside(power: Sequence[float], seat: int) -> float:
    """Where lines run together they lie side by side."""
    same = [other for other, value in enumerate(power) if value == power[seat]]
    return BESIDE * (same.index(seat) - (len(same) - 1) / 2)


def _apart(wanted: Sequence[float]) -> list[float]:
    """As near as possible to where they belong, and none over the next."""
    order = sorted(range(len(wanted)), key=lambda seat: (wanted[seat], seat))
    placed = list(wanted)
    for one, other in pairwise(order):
        placed[other] = max(placed[other], placed[one] + GAP)
    beyond = max(0.0, max(placed) - BOTTOM - MASK)
    return [place - beyond for place in placed]


def _mask(seat: int, y: float) -> str:
    where = f"translate({RIGHT + 6} {y - MASK / 2:.1f}) scale({MASK / 32})"
    colour = COLOURS[seat % len(COLOURS)]
    return f'<path transform="{where}" d="{OUTLINE}{EYES}" fill="{colour}" fill-rule="evenodd"/>'


def _line(seat: int, points: Sequence[str]) -> str:
    colour, dash = COLOURS[seat % len(COLOURS)], DASHES[seat % len(DASHES)]
    return (
        f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="3" '
        f'stroke-linejoin="round" stroke-linecap="round" stroke-dasharray="{dash or "none"}"/>'
    )
