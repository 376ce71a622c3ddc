"""The sentences of every game that its table on the page says, for the page's build.

    python -m intrigue.server.web.page_words | node web/scripts/words.js

They stand in the game's own catalogue: `[page]` for the table, `[lesson]` for the lesson, and what
`[term]` names for everybody. A key that one language lacks, or whose places differ, ends the build
with a sentence.
"""

import json
import re
import sys
from collections.abc import Mapping

from intrigue.kernel.game import Game, discover
from intrigue.kernel.text import LANGUAGES

_PLACE = re.compile(r"\{(\w+)")
Sentences = dict[str, str]


def main() -> None:
    said = {name: of_game(game) for name, game in discover().items() if _has_page(game)}
    json.dump(said, sys.stdout, ensure_ascii=False)


def of_game(game: Game) -> dict[str, dict[str, Sentences]]:
    """By language: what its table says, and what its lesson says. Exits where they do not fit."""
    both = {lang: _sections(game.words(lang).words) for lang in LANGUAGES}
    for section in ("table", "lesson"):
        problem = _difference({lang: both[lang][section] for lang in LANGUAGES})
        if problem:
            raise SystemExit(f"{game.id}, text/*.toml, [{section}]: {problem}")
    return both


def _has_page(game: Game) -> bool:
    return "page" in game.words("en").words


def _sections(words: Mapping[str, Sentences]) -> dict[str, Sentences]:
    return {
        "table": {**words.get("term", {}), **words["page"]},
        "lesson": dict(words.get("lesson", {})),
    }


def _difference(both: dict[str, Sentences]) -> str:
    """Where two languages do not say the same; nothing if they do."""
    first, *others = LANGUAGES
    for lang in others:
        missing = sorted(both[first].keys() ^ both[lang].keys())
        if missing:
            return f"{', '.join(missing)} stands in one language only."
        for key, sentence in both[first].items():
            places, theirs = (set(_PLACE.findall(text)) for text in (sentence, both[lang][key]))
            if places != theirs:
                return f"{key} has other places in {first} than in {lang}."
    return ""


if __name__ == "__main__":
    main()
