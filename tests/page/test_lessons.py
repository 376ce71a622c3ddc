"""Every lesson from its first step to its last, on both sizes of screen: the teacher asks for what
can be done, and stands in the way of nothing."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from intrigue.agents.client import CallRefused, Client, Seat

from .conftest import Door
from .people import DESKTOP, PHONE, elsewhere

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
LESSONS = ("truce", "jaccuse", "emperor", "accusation", "complot")

# Once nothing has moved for a while: what the bubble lies over, of all that it must leave free, and
# what it speaks of without it being seen.
COVERED = """async () => {
    const box = (el) => el.getBoundingClientRect();
    const bubble = document.querySelector('.bubble');
    const spoken = () => [...document.querySelectorAll('svg.light rect')];
    const places = () => JSON.stringify([bubble, ...spoken()].map(box));
    for (let [was, since] = ['', 0]; performance.now() - since < 400; ) {
        await new Promise(requestAnimationFrame);
        if (places() !== was) [was, since] = [places(), performance.now()];
    }
    const shared = (a, b) =>
        Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
        Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const free = { 'what it speaks of': spoken() };
    for (const part of ['.hands', '.board .lit'])
        free[part] = [...document.querySelectorAll(part)];
    const found = [];
    for (const [name, parts] of Object.entries(free))
        for (const part of parts) {
            const over = Math.round(shared(box(bubble), box(part)));
            if (over > 1) found.push(`covers ${over} px² of ${name}`);
        }
    if (shared(box(bubble), screen) + 1 < box(bubble).width * box(bubble).height)
        found.push('is not all on the screen');
    for (const part of spoken())
        if (shared(box(part), screen) === 0) found.push('speaks of what is not on the screen');
    return found;
}"""


@dataclass
class Step:
    """What a lesson asks for, as its script says it."""

    only: list[str]
    until: str | None  # the kind of question that ends it, where one act is repeated


def script(game: str) -> list[Step]:
    text = (GAMES / game / "lesson.ts").read_text()
    return [_step(part) for part in re.split(r"\bsay: ", text.partition("steps: [")[2])[1:]]


def _step(part: str) -> Step:
    only = re.search(r"only: \[([^\]]*)\]", part)
    until = re.search(r"until: (?:asked\('(\w+)'\)|\(match\) => match.(over))", part)
    acts = re.findall(r"'([^']*)'", only[1]) if only else []
    return Step(acts, (until[1] or until[2]) if until else None)


async def obey(client: Client, table: str, step: Step) -> list[str]:
    """Do what a step asks for; which of the acts that it allows were not to be had."""
    async with client.sit(table) as seat:
        await seat.begin()
        await seat.until(asked)
        acts = [act.format(*seat.welcome["names"]) for act in step.only]
        legal = {*(seat.ask or {})["options"], *await seat.free()}
        if legal.issuperset(acts):
            await answer(seat, acts[0])
            while step.until and not ended(seat, step.until):
                await (answer(seat, acts[0]) if asked(seat) else seat.next())
        return [act for act in acts if act not in legal]


async def answer(seat: Seat, act: str) -> None:
    """A window that does not wait for this seat may be over before the answer comes, and with the
    last of them the match."""
    try:
        await seat.submit(act)
    except CallRefused as error:
        if error.code not in ("stale", "over"):
            raise


def asked(seat: Seat) -> bool:
    return seat.ask is not None and not seat.ask["ready"]


def ended(seat: Seat, kind: str) -> bool:
    return seat.over is not None or (asked(seat) and (seat.ask or {})["kind"] == kind)


def at_step(page: Page, number: int) -> None:
    """The teacher speaks; a reveal before it is skipped, if it is not over already."""
    bubble = page.locator(f".bubble[data-step='{number}']:not(.waiting)")
    expect(bubble.or_(page.locator("[data-act=skip]")).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(bubble).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", LESSONS)
def test_no_step_of_a_lesson_covers_what_it_needs_or_asks_for_what_is_not_to_be_had(
    people: Door, game: str, size: dict[str, int]
) -> None:
    learner = people("Zora", size=size, pace="normal").enter(f"/lesson/{game}")
    page = learner.page
    steps = script(game)
    expect(page.locator("#lesson-where")).to_contain_text(f"of {len(steps)}")
    table = page.evaluate(f"JSON.parse(localStorage.getItem('lesson/{game}')).table")
    device = next(one["value"] for one in page.context.cookies() if one["name"] == "intrigue")
    client = Client(learner.url, device)
    problems = []
    for number, step in enumerate(steps):
        at_step(page, number)
        problems += [f"step {number + 1} {what}" for what in page.evaluate(COVERED)]
        if step.only:
            missing = elsewhere(obey(client, table, step))
            problems += [f"step {number + 1} asks for {act}" for act in missing]
            assert not missing, problems
        else:
            page.locator(".bubble .primary").click()
    at_step(page, len(steps))
    expect(page.locator(".bubble").get_by_role("button", name="Play now")).to_be_enabled()
    problems += [f"the end {what}" for what in page.evaluate(COVERED)]
    assert problems == []
    assert learner.errors == []


@pytest.mark.parametrize(
    ("lang", "size", "says"),
    [
        ("en", DESKTOP, "Click a Sharer to play it."),
        ("en", PHONE, "Tap a Sharer to play it."),
        ("fr", DESKTOP, "Cliquez sur un Partageur pour le jouer."),
        ("fr", PHONE, "Touchez un Partageur pour le jouer."),
    ],
)
def test_a_finger_taps_and_a_mouse_clicks(
    people: Door, lang: str, size: dict[str, int], says: str
) -> None:
    page = people("Zora", size=size, lang=lang).enter("/lesson/complot").page
    at_step(page, 0)
    page.locator(".bubble .primary").click()
    at_step(page, 1)
    expect(page.locator(".bubble .say")).to_contain_text(says)
