"""A drawing of ours as PNG, in a process of its own: it takes a moment, and nobody else shall wait
for it. SVG comes in on standard input, PNG goes out.

The fonts are Grenze and Source Sans 3, cut down to the letters of European languages and renamed:
see CREDITS.md."""

import os
import sys
from pathlib import Path

import resvg_py

FONTS = Path(__file__).parent / "fonts"


def draw(svg: str) -> bytes:
    """Without the machine's own fonts: the picture is the same everywhere."""
    files = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=files))


if __name__ == "__main__":
    os.nice(10)
    sys.stdout.buffer.write(draw(sys.stdin.buffer.read().decode()))
