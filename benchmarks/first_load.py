"""How soon a page is there on a slow phone: largest paint and shifts of the layout in Chromium, at
1.6 Mbit/s, 150 ms and a processor four times slower. Prints a table; nothing depends on it."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from intrigue.kernel.game import discover

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.page.browser import chromium
from tests.page.people import PHONE, Person
from tests.server.running import Server, serving

LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
WATCH = """
window.seen = { lcp: 0, what: '', cls: 0 };
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
        seen.lcp = entry.startTime;
        seen.what = (entry.element?.textContent ?? '').trim().slice(0, 40);
    }
}).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.cls += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""
TIMES = 3


def visit(browser: Browser, server: Server, path: str, device: str | None, look: str) -> dict:  # type: ignore[type-arg]
    person = Person(browser, server.url, "Ann", PHONE)
    if device:
        person.become(device)
    wire = person.context.new_cdp_session(person.page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", LINE)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    person.page.add_init_script(WATCH)
    person.go(path)
    person.page.locator(look).first.wait_for()
    person.page.wait_for_load_state("networkidle")
    seen: dict = person.page.evaluate("seen")  # type: ignore[type-arg]
    person.close()
    return seen


def main() -> None:
    with (
        chromium() as browser,
        serving(Path(tempfile.mkdtemp()), "--no-limits", "--bot-delay", "0.01") as server,
    ):
        ann = server.person("Ann")
        screens = [("front page, a stranger", "/", None, "main h1, main h2")]
        for game in discover():
            seats = discover()[game].low
            table = ann.make_table(game, seats)["id"]
            for seat in range(1, seats):
                ann.set_bot(table, seat, "random")
            ann.start(table)
            screens.append((game, f"/t/{table}", ann.device, ".hands .bar"))
        print(f"{'screen':24}{'LCP ms':>8}{'CLS':>8}  largest")
        for name, path, device, look in screens:
            all_seen = [visit(browser, server, path, device, look) for _ in range(TIMES)]
            best = sorted(all_seen, key=lambda one: one["lcp"])[TIMES // 2]
            worst = max(one["cls"] for one in all_seen)
            print(f"{name:24}{best['lcp']:8.0f}{worst:8.4f}  {best['what']!r}", flush=True)


if __name__ == "__main__":
    main()
