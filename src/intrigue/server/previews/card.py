"""The card of a link, 1200 by 630 points as chat applications want it: the game's picture, its
title, who invites, and a mask for every seat. How wide text is, is a guess with room to spare."""

from html import escape

from msgspec import Struct

NAME = "intrigue"
WIDTH, HEIGHT = 1200, 630
LEFT, ROOM = 700, 450  # of the words
MOST_MASKS = 14
# what the fonts can write; a name in other letters stands in the title of the link, not in its card
WRITABLE = frozenset([*range(0x20, 0x7F), *range(0xA0, 0x180), 0x218, 0x219, 0x21A, 0x21B,
                      0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x202F])  # fmt: skip
TITLE, TEXT = 0.46, 0.47  # how wide a letter is on average, of the size
OUTLINE = (
    "M1 9C7 6 13 7 16 9.5C19 7 25 6 31 9C31 19 28 24 22 24C19 24 18 21 16 21C14 21 13 24 10 24"
    "C4 24 1 19 1 9Z"
)
EYES = (
    "M6 15.5C8 12 12.5 12 14 16C11.5 18.5 7.5 18 6 15.5ZM26 15.5C24 12 19.5 12 18 16"
    "C20.5 18.5 24.5 18 26 15.5Z"
)
MARK = (
    '<path d="M3 9c4-3 9-3 13-1v17C9 25 3 19 3 9z" fill="#e58a6a"/>'
    '<path d="M29 9c-4-3-9-3-13-1v17c7 0 13-6 13-16z" fill="#5aa585"/>'
    '<path d="M7 13c2-2 5-2 6 1-2 1-5 1-6-1zM25 13c-2-2-5-2-6 1 2 1 5 1 6-1z" fill="#14191a"/>'
)
# the seats' colours in the dark: web/src/lib/masks.ts
COLOURS = ("#ffb3a7", "#a47bfd", "#56a76d", "#c283a4", "#feef7d", "#77fdfa", "#e57514", "#96c0f5")


class Card(Struct, frozen=True):
    """What a card says. `above` is who invites, `below` what there is to know."""

    title: str
    above: str = ""
    below: tuple[str, ...] = ()
    picture: str = ""  # SVG, three by two
    taken: int = 0
    free: int = 0


def writable(text: str) -> bool:
    """Whether the card's fonts have all its letters."""
    return all(ord(letter) in WRITABLE for letter in text)


def svg(card: Card) -> str:
    """The card as a drawing."""
    words, height = _words(card)
    top = (HEIGHT - height) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">'
        '<defs><linearGradient id="card-shade"><stop offset=".42" stop-color="#14191a" '
        'stop-opacity="0"/><stop offset=".56" stop-color="#14191a"/></linearGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#14191a"/>'
        f'<svg width="720" height="{HEIGHT}" viewBox="0 0 600 400" '
        f'preserveAspectRatio="xMidYMid slice">{card.picture}</svg>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#card-shade)"/>'
        f'<g transform="translate({LEFT} {top:.0f})">{words}</g>'
        f'<svg x="1020" y="556" width="36" height="36" viewBox="0 0 32 32">{MARK}</svg>'
        f"{_text(NAME, 1064, 584, 30, 'Card Title', '#e9e2d2')}</svg>"
    )


def _words(card: Card) -> tuple[str, float]:
    """Everything that is written, one under the other, and how high it is."""
    out: list[str] = []
    y = 0.0
    for line in _wrap(card.above, 34, TEXT, 3):
        y += 42
        out.append(_text(line, 0, y, 34, "Card Text", "#e9e2d2"))
    size = 84 if len(card.title) < 12 else 62
    for line in _wrap(card.title, size, TITLE, 4):
        y += size
        out.append(_text(line, 0, y, size, "Card Title", "#fff8e8"))
    y += 26
    if card.taken + card.free:
        drawn, height = _masks(card)
        out.append(f'<g transform="translate(0 {y:.0f})">{drawn}</g>')
        y += height
    for text in card.below:
        for line in _wrap(text, 28, TEXT, 3):
            y += 38
            out.append(_text(line, 0, y, 28, "Card Text", "#cfc7b4"))
    return "".join(out), y


def _masks(card: Card) -> tuple[str, float]:
    """One for each seat: whoever sits there has a face, and a free seat the outline of one."""
    seats = card.taken + card.free
    taken = card.taken if seats <= MOST_MASKS else round(card.taken * MOST_MASKS / seats)
    out = []
    for seat in range(min(seats, MOST_MASKS)):
        if seat < taken:
            look = f'd="{OUTLINE}{EYES}" fill="{COLOURS[seat % len(COLOURS)]}" fill-rule="evenodd"'
        else:
            look = f'd="{OUTLINE}" fill="none" stroke="#a39b86" stroke-dasharray="2.5 1.8"'
        x, y = seat % 7 * 62, seat // 7 * 52
        out.append(f'<g transform="translate({x} {y}) scale(1.6)"><path {look}/></g>')
    return "".join(out), 52.0 * (1 + (min(seats, MOST_MASKS) - 1) // 7)


def _wrap(text: str, size: float, wide: float, most: int) -> list[str]:
    """Lines that fit; what is too long ends with an ellipsis."""
    letters = int(ROOM / (size * wide))
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    cut = [line if len(line) <= letters else line[: letters - 1] + "…" for line in lines]
    if len(cut) > most:
        cut = [*cut[: most - 1], cut[most - 1][: letters - 1] + "…"]
    return cut


def _text(text: str, x: float, y: float, size: float, font: str, fill: str) -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-family="{font}" font-size="{size}" '
        f'fill="{fill}">{escape(text)}</text>'
    )
