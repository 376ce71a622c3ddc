"""docs/performance.md, and what its writers share: `run.py` the page, `reveal.py` its last part."""

import os
import platform
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
REVEAL = "\n## The reveal in a browser\n"


def machine() -> str:
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def write_page(page: Path, text: str) -> None:
    """Everything but the last part, which stays as it was."""
    _, heading, part = _read(page).partition(REVEAL)
    page.write_text(text + heading + part, "utf-8")


def write_reveal(page: Path, part: str) -> None:
    """The last part; everything else stays as it was."""
    text, _, _ = _read(page).partition(REVEAL)
    page.write_text(f"{text}{REVEAL}\n{part}", "utf-8")


def _read(page: Path) -> str:
    return page.read_text("utf-8") if page.exists() else ""
