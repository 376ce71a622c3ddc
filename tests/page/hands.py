"""A hand that answers any question at any game's table by touching what can be touched: the confirm
button when it is on, else anything that is lit or offered. It knows no game."""

from contextlib import suppress
from random import Random
from typing import Any

from playwright.sync_api import Error, TimeoutError

from .people import Person

CONFIRM = ".hands button.primary:enabled"
# what is offered: choices in the bar, lit seats and cards, tokens; never what takes back, shows a
# card or arms an order
OFFERED = ", ".join(
    f"{where}:enabled:not([aria-disabled='true']):not([data-away])"
    for where in (
        ".hands [data-act]",
        ".hands .choices button",
        ".hands [role='group']:not([data-part='orders']) button:not([data-card])",
        ".hands button.lit",
        ".board button.lit",
        ".hands [data-token]",
        ".board button[data-accuse]",
    )
)
LEFT_ALONE = ["concede", "undo", "what-if"]
# Waits `patience` milliseconds at most for something to do: looking from outside, again and again,
# costs more than all that the page does.
# What is asked, and a point to touch: the confirm button when `sure`, else what lies `where` (from
# 0 to 1) among all that is offered; if `anew`, among what is not chosen yet. What something else
# lies over cannot be touched, and nothing is while an answer is on its way: the next thing at that
# place may be a link that leads away from the table.
LOOK = """async ([confirm, offered, alone, sure, where, anew, patience]) => {
    for (const began = performance.now(); ; await new Promise((soon) => setTimeout(soon, 20))) {
        const hands = document.querySelector('.hands');
        const bar = hands?.querySelector('.bar[data-kind]');
        const skip = document.querySelector('[data-curtain=up] [data-act=skip]');
        const seen = (selector) => [...document.querySelectorAll(selector)]
            .filter((one) => one.checkVisibility() && !alone.includes(one.dataset.act));
        const ready = seen(confirm);
        const all = seen(offered).filter((one) => !anew || one.ariaPressed !== 'true');
        const chosen = ready.length && (sure || !all.length)
            ? ready[0] : all[Math.floor(where * all.length)];
        chosen?.scrollIntoView({block: 'nearest', inline: 'nearest'});
        const {x = 0, y = 0, width = 0, height = 0} = chosen?.getBoundingClientRect() ?? {};
        const at = [x + width / 2, y + height / 2];
        const page = document.documentElement.getBoundingClientRect();
        const now = {
            // until fonts have come, letters are of other sizes; a refusal takes its own line
            dressed: document.fonts.status === 'loaded'
                && !hands?.querySelector('.bad')?.textContent.trim(),
            // as they lie, not as far as somebody has scrolled what does not fit
            tops: ['.board', '.hands .bar', '.tabs'].map((part) =>
                Math.round((document.querySelector(part)?.getBoundingClientRect().top ?? 0)
                    + (part === '.hands .bar' ? hands?.scrollTop ?? 0 : 0))),
            wide: hands ? hands.scrollWidth - hands.clientWidth : 0,
            curtain: skip !== null,
            over: document.querySelector('#end') !== null,
            dialog: document.querySelector('dialog[open]') !== null,
            kind: bar?.querySelector('.done, .way.out') ? '' : bar?.dataset.kind ?? '',
            sentence: [...(document.querySelector('.sentence')?.childNodes ?? [])]
                .filter((part) => part.nodeType === 3).map((part) => part.data).join(''),
            at: chosen?.contains(document.elementFromPoint(...at))
                ? {x: at[0] - page.x, y: at[1] - page.y} : null,
        };
        const something = now.curtain || now.over || now.dialog || now.at;
        if (something || performance.now() - began >= patience) return now;
    }
}"""
SHOWN = """() => ({
    lamp: document.querySelector('.lamp')?.getAttribute('class'),
    busy: document.querySelector('.hands')?.ariaBusy,
    hands: document.querySelector('.hands')?.innerText,
    log: [...document.querySelectorAll('.log li')].slice(-12).map((line) => line.textContent),
})"""
# a page that lacks a part because the server was away begins anew when it is back
ANEW = {"over": False, "kind": "", "curtain": False}
PATIENCE = 60  # touches for one question
SOON = 10_000  # milliseconds in which a page feels a touch
A_WHILE = 100  # milliseconds
WAITING = 300  # such whiles with nothing to touch: an answer is on its way to the server


class Hand:
    """One person's hand."""

    def __init__(self, person: Person, seed: int = 0) -> None:
        self.person = person
        self.rng = Random(seed)
        self.touches = 0
        self.waited = 0
        self.questions = 0
        self.curtains = 0
        self.question = ""
        self.kinds: set[str] = set()
        self.tops: dict[tuple[int, ...], str] = {}  # where table and prompt lay, and when first
        self.over = False
        self.anew = True  # leaves alone what is chosen already

    def move(self, patience: int = 0) -> bool:
        """One touch, if something is asked of this person; whether it was."""
        now = self._look(A_WHILE if self.waited else patience)
        self.over = now["over"]
        if now["curtain"]:
            self._fall()
            return True
        if self.over or not now["kind"]:
            return False
        question = now["kind"] + now["sentence"]
        assert now["wide"] <= 0, f"the prompt is {now['wide']} px too wide: {question}"
        if now["dressed"]:
            self.tops.setdefault(tuple(now["tops"]), question)
        if question != self.question:
            self.question, self.touches, self.waited = question, 0, 0
            self.questions += 1
        self.kinds.add(now["kind"])
        if now["dialog"] or now["at"] is not None:
            self._press(now)
            self.touches += 1
            self.waited = 0
        else:
            self.waited += 1
        enough = self.touches >= PATIENCE or self.waited >= WAITING
        assert not enough, f"{self.person.name} cannot answer: {self.question}"
        return True

    def story(self) -> str:
        """What this person was asked last, and what the page shows instead of a question."""
        shown = self.person.page.evaluate(SHOWN)
        return f"{self.person.name}, asked {self.question!r}, sees {shown}"

    def _look(self, patience: int) -> dict[str, Any]:
        sure = self.touches > 0 or self.rng.random() < 0.7
        self.anew = self.rng.random() < 0.8
        wishes = [CONFIRM, OFFERED, LEFT_ALONE, sure, self.rng.random(), self.anew, patience]
        try:
            now: dict[str, Any] = self.person.page.evaluate(LOOK, wishes)
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
            return dict(ANEW)
        return now

    def _press(self, now: dict[str, Any]) -> None:
        if now["dialog"]:
            self.person.page.keyboard.press("Escape")
        else:
            self._touch(now["at"])

    def _fall(self) -> None:
        """A curtain is up: enough of it. It may have fallen by itself meanwhile."""
        self.curtains += 1
        self.person.page.evaluate("document.querySelector('[data-act=skip]')?.click()")

    def _touch(self, at: dict[str, float]) -> None:
        """A page that begins anew under the finger may never say that it felt it."""
        page = self.person.page.locator(":root")
        touch = page.tap if self.person.touch else page.click
        with suppress(TimeoutError):
            touch(position=at, force=True, timeout=SOON)  # type: ignore[arg-type]


def play(hands: list[Hand], moves: int = 4000) -> None:
    """Until everyone sees the end; raises when a question cannot be answered."""
    moved = [True]
    for _ in range(moves):
        patience = 0 if any(moved) else A_WHILE
        moved = [hand.move(patience) for hand in hands]
        if all(hand.over for hand in hands):
            return
    raise AssertionError("the match did not end:\n" + "\n".join(map(Hand.story, hands)))
