"""People in front of browsers: a context each, watched for errors, foreign requests and secrets."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from typing import Any, TypeVar
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LOOKS = 1500  # 20 ms apart: a busy machine is slow, not broken
# the browser itself reports answers of 4xx and lost connections as errors of the console
EXPECTED = ("Failed to load resource", "WebSocket connection to", "net::ERR_")


# what is fading in or out is judged when it has come to rest
REST = """() => Promise.race([
    new Promise((late) => setTimeout(late, 3000)),
    Promise.allSettled(document.getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime < Infinity)
        .map((one) => one.finished)),
])"""

T = TypeVar("T")


def elsewhere(work: Coroutine[Any, Any, T]) -> T:
    """Run a program that sits at the table too, beside the browser's own loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def difference(one: str, other: str) -> str:
    """Where two documents are not the same, tag by tag."""
    here, there = (html.replace("<", "\n<").splitlines() for html in (one, other))
    return "\n".join(unified_diff(here, there, lineterm="", n=2))


class Person:
    """Somebody at a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        name: str,
        size: dict[str, int] | None = None,
        lang: str = "en",
        pace: str = "off",
        **wishes: Any,
    ) -> None:
        """`pace` is that of reveals: most tests are about something else and would only wait."""
        self.name = name
        self.url = url
        self.errors: list[str] = []
        self.hosts: set[str] = set()
        self.frames: list[str] = []
        self.touch = size == PHONE
        self.context: BrowserContext = browser.new_context(
            viewport=size or DESKTOP,  # type: ignore[arg-type]
            locale={"en": "en-GB", "fr": "fr-FR"}[lang],
            has_touch=self.touch,
            **wishes,
        )
        self.context.set_default_timeout(30_000)
        # a test taps as fast as it can: every tap of it counts, one by one
        kept = f"localStorage.pace ??= '{pace}', localStorage.careful ??= 'off'"
        self.context.add_init_script(f"if (location.protocol !== 'about:') {kept}")
        self.page: Page = self.context.new_page()
        self._watch(self.page)

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self._said(said.type, said.text))
        page.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))
        page.on("websocket", self._socket)

    def _said(self, kind: str, text: str) -> None:
        if kind == "error" and not any(known in text for known in EXPECTED):
            self.errors.append(text)

    def _socket(self, socket: WebSocket) -> None:
        self.hosts.add(urlsplit(socket.url).netloc)
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    # --- what people do ---------------------------------------------------------------------------

    def enter(self, path: str = "/") -> "Person":
        """Come in by an address and give a name. The games and their lessons ask for none: whoever
        wants one gives it at the door."""
        free = path == "/" or path.startswith("/lesson/")
        self.page.goto(self.url + ("/enter" if free else path))
        self.page.locator("form input").first.fill(self.name)
        self.page.keyboard.press("Enter")
        if free:
            expect(self.page.locator(".me")).to_contain_text(self.name)
        if free and path != "/":
            self.go(path)
        return self

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def become(self, device: str | None) -> "Person":
        """Take over the identity of somebody who signed in elsewhere."""
        self.context.add_cookies([{"name": "intrigue", "value": device or "", "url": self.url}])
        return self

    def press(self, name: str) -> None:
        """Press the button, link or tab that is called so."""
        for role in ("button", "link", "tab"):
            found = self.page.get_by_role(role, name=name, exact=True)
            if found.count():
                found.first.click()
                return
        self.page.get_by_role("button", name=name).first.click()

    def see(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def until(self, true: Callable[[], object], complaint: str) -> None:
        """Let the browser go on until this is so: for what no locator can wait for."""
        for _ in range(LOOKS):
            if true():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(complaint)

    def hear(self, text: str) -> None:
        """Until the browser was sent this; whether it shows it is another question."""
        self.until(lambda: any(text in frame for frame in list(self.frames)), f"nobody said {text}")

    def told(self, what: str) -> int:
        """How many frames of this kind the browser was sent."""
        return sum(f'"do":"{what}"' in frame for frame in list(self.frames))

    # --- what must hold on every screen -----------------------------------------------------------

    def check(self) -> None:
        """Nothing broke, nobody else was asked, and the screen is accessible and fits."""
        self.page.evaluate(REST)
        assert self.errors == [], self.errors
        assert self.hosts == {urlsplit(self.url).netloc}
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"the page is {wide} px too wide"

    def close(self) -> None:
        self.context.close()
