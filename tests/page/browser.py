"""A real Chromium: `$CHROMIUM`, else one of the system's, else the one that npm brings."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent.parent
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP intrigue.test 127.0.0.1",  # plain http that is not this machine
)
SYSTEM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def executable() -> str:
    """The path of a Chromium; raises with what to do about it."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    for name in SYSTEM:
        found = shutil.which(name)
        if found:
            return found
    return _from_npm()


def _from_npm() -> str:
    """Unpacked once for all: several test processes may ask at the same time."""
    folder = ROOT / "web" / "node_modules" / ".chromium"
    folder.mkdir(parents=True, exist_ok=True)
    node = Path(sys.executable).parent / "node"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = subprocess.run(
            [str(node), str(ROOT / "web" / "scripts" / "chromium.js")],
            env={**os.environ, "TMPDIR": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )
    if run.returncode:
        raise RuntimeError(
            f"No Chromium was found. Name one in $CHROMIUM, or run `make page`.\n{run.stderr}"
        )
    return run.stdout.strip()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()
