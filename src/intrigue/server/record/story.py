"""The story of a match that is over, with what was said and called a lie. It is told once in each
language and kept with the record; what people agree to and call false may change any day."""

import msgspec

from intrigue.session.story import Story, StoryLine, biggest_lie, story

from .store import Loaded


def told(loaded: Loaded, lang: str) -> Story:
    """For whoever may look at the finished match."""
    stories = loaded.folded.stories
    if lang not in stories:
        stories[lang] = story(loaded.record, lang)
    lie = biggest_lie(_said(loaded))
    return msgspec.structs.replace(stories[lang], lie=lie, ledger=loaded.ledger())


def _said(loaded: Loaded) -> list[StoryLine]:
    """What may be known of the talk, with who calls it true or false."""
    lines = []
    for line in loaded.published_talk():
        called = loaded.claims.get(line.number, {})
        true, false = ([seat for seat, it in called.items() if it is so] for so in (True, False))
        lines.append(StoryLine(loaded.step_of(line), line.seat, line.text, line.to, true, false))
    return lines
