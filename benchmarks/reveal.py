"""Truce's reveal in a real Chromium: how many frames a second, into docs/performance.md.

The same reveal, with supports that pass on, loot, attacks and travelling coins, is shown again and
again at a table of each size. Every frame is counted by `requestAnimationFrame` in the page itself.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median

from report import PAGE, machine, write_reveal

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Page, ViewportSize
from tests.page.browser import chromium, executable
from tests.page.people import elsewhere
from tests.server.running import Server, serving

from intrigue.agents.client import Client

SIZES = (6, 12)
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
WANTED = 60
LATE = 25.0  # milliseconds: the screen was shown again before the page was

# Runs from the press on "again" to the end of the reveal; milliseconds between frames.
WATCH = """async () => {
    const gaps = [];
    const playing = () => document.querySelector('.middle.playing') !== null;
    document.querySelector('[data-act=again]').click();
    const frame = () => new Promise(requestAnimationFrame);
    let last = await frame();
    while (!playing()) last = await frame();
    while (playing()) {
        const now = await frame();
        gaps.push(now - last);
        last = now;
    }
    return gaps;
}"""


@dataclass
class Shown:
    """One reveal, seen once."""

    gaps: list[float]
    busy: float  # seconds in which the page itself worked

    @property
    def seconds(self) -> float:
        return sum(self.gaps) / 1000

    @property
    def rate(self) -> float:
        return len(self.gaps) / self.seconds


def orders(names: list[str]) -> list[str]:
    """An eventful round: two attacks, two looters, supports that pass on."""
    first, looter, _, defender, *others = names
    wish = [f"attack {looter}", "loot", f"attack {defender}", "defend"]
    wish += [f"support {first}" for _ in others]
    for i in range(1, len(others), 2):
        wish[4 + i] = f"support {others[i - 1]}"
    wish[-1] = "loot"
    return wish


async def one_round(table: str, people: list[Client]) -> None:
    async def order(client: Client, act: str) -> None:
        async with client.sit(table) as seat:
            await seat.begin()
            await seat.submit(act)
            await seat.until(lambda seat: len(seat.state["view"]["past"]) == 1)

    names = [f"Player {seat}" for seat in range(len(people))]
    await asyncio.gather(*map(order, people, orders(names)))


def sit_down(server: Server, seats: int) -> tuple[str, list[Client]]:
    people = [server.person(f"Player {seat}") for seat in range(seats)]
    info = people[0].make_table("truce", seats)
    for guest in people[1:]:
        guest.join(info["code"])
        guest.ready(info["id"])
    people[0].start(info["id"])
    return info["id"], people


def show(browser: Browser, server: Server, seats: int, times: int) -> list[Shown]:
    table, people = sit_down(server, seats)
    context = browser.new_context(viewport=DESKTOP, locale="en-GB")
    context.add_cookies([{"name": "intrigue", "value": people[0].device or "", "url": server.url}])
    page = context.new_page()
    page.goto(f"{server.url}/t/{table}")
    page.locator("[data-kind]").first.wait_for()
    elsewhere(one_round(table, people))
    page.locator("[data-act=again]").wait_for()
    seen = [watch(page) for _ in range(times + 1)]
    context.close()
    return seen[1:]  # the first one warms up


def watch(page: Page) -> Shown:
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")

    def worked() -> float:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    start = worked()
    gaps: list[float] = page.evaluate(WATCH)
    busy = worked() - start
    tools.detach()
    return Shown(gaps, busy)


def row(seats: int, seen: list[Shown]) -> str:
    gaps = [gap for shown in seen for gap in shown.gaps]
    rate = median(shown.rate for shown in seen)
    late = sum(gap > LATE for gap in gaps)
    busy = sum(shown.busy for shown in seen) / len(gaps) * 1000
    met = "yes" if round(rate) >= WANTED else "no"
    return (
        f"| {seats} | {rate:.1f} | {WANTED} | {met} | {late} of {len(gaps)} | {max(gaps):.0f} ms "
        f"| {busy:.1f} ms | {median(shown.seconds for shown in seen):.1f} s |"
    )


def part(version: str, rows: list[str], times: int) -> str:
    table = "\n".join(rows)
    return f"""This part is written by `make bench-reveal`, which `make bench` runs last.

- Machine: {machine()}; headless Chromium {version}, drawing without a graphics card, 1280 × 800
- {date.today().isoformat()}; load average of the machine at the end: {os.getloadavg()[0]:.1f}
- The same eventful reveal of Truce, shown {times} times at each size after a first one that does
  not count: frames by `requestAnimationFrame`, of which a screen shows {WANTED} a second. Medians.

| seats | frames a second | wanted | met | over {LATE:.0f} ms | longest | work a frame | lasts |
|---:|---:|---:|---|---:|---:|---:|---:|
{table}

*Work a frame* is what the page's own thread does (script, style, layout, paint); 16.7 ms are there.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=5, help="reveals at each size")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page with this part")
    args = parser.parse_args()
    try:
        executable()
    except (OSError, RuntimeError):
        print("No Chromium was found: the reveal is not measured. Name one in $CHROMIUM.")
        return
    with chromium() as browser, serving(Path(tempfile.mkdtemp()), "--no-limits") as server:
        rows = [row(seats, show(browser, server, seats, args.times)) for seats in SIZES]
        text = part(browser.version, rows, args.times)
    write_reveal(args.page, text)
    print("\n".join(rows))
    print(f"Written to {args.page}.")


if __name__ == "__main__":
    main()
