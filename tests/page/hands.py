"""A hand that answers any question at any game's table by touching what can be touched: the confirm
button when it is on, else anything that is lit or offered. It knows no game."""

from random import Random

from playwright.sync_api import Error, Locator

from .people import Person

CONFIRM = ".hands button.primary:enabled"
# what is offered: choices in the bar, lit seats and cards, tokens; never what takes back
OFFERED = ", ".join(
    f"{where}:enabled:not([aria-disabled='true']):not([data-away])"
    for where in (
        ".hands [data-act]",
        ".hands .choices button",
        ".hands [role='group'] button",
        ".hands button.lit",
        ".board button.lit",
        ".hands [data-token]",
        ".board button[data-accuse]",
    )
)
LEFT_ALONE = ("concede", "undo", "what-if")
PATIENCE = 60  # touches for one question


class Hand:
    """One person's hand."""

    def __init__(self, person: Person, seed: int = 0) -> None:
        self.person = person
        self.rng = Random(seed)
        self.touches = 0
        self.question = ""
        self.kinds: set[str] = set()

    @property
    def over(self) -> bool:
        return self.person.page.locator("#end").count() > 0

    def move(self) -> None:
        """One touch, if something is asked of this person."""
        page = self.person.page
        bar = page.locator(".hands .bar[data-kind]")
        if self.over or not bar.count() or page.locator(".hands .bar .done").count():
            return
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
            return
        try:
            kind = bar.first.get_attribute("data-kind", timeout=1000) or ""
            sentence = page.locator(".sentence").inner_text(timeout=1000)
            if kind + sentence != self.question:
                self.question, self.touches = kind + sentence, 0
            self.kinds.add(kind)
            self._touch(page.locator(CONFIRM), page.locator(OFFERED))
        except Error:
            return  # the table has moved on under the hand
        self.touches += 1
        assert self.touches < PATIENCE, f"{self.person.name} cannot answer: {self.question}"

    def _touch(self, confirm: Locator, offered: Locator) -> None:
        ready, count = confirm.count(), offered.count()
        if ready and (not count or self.touches > 1 or self.rng.random() < 0.7):
            confirm.first.click(timeout=1500)
        elif count:
            chosen = offered.nth(self.rng.randrange(count))
            if chosen.get_attribute("data-act", timeout=1000) not in LEFT_ALONE:
                chosen.click(timeout=1500)


def play(hands: list[Hand], moves: int = 4000, until: str = "") -> None:
    """Until everyone sees the end (or a text); raises when a question cannot be answered."""
    for _ in range(moves):
        if all(hand.over for hand in hands):
            return
        if until and hands[0].person.page.get_by_text(until).count():
            return
        for hand in hands:
            hand.move()
        hands[0].person.page.wait_for_timeout(40)
    raise AssertionError(f"the match did not end: {[hand.question for hand in hands]}")
