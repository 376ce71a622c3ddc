"""What processes that share a database tell each other: a word, and what it is about."""

from typing import Final

MATCH: Final = "match"  # entries or talk were appended
ROOM: Final = "room"  # something changed at a table before the start, or it has just started
REMATCH: Final = "rematch"  # they play again, elsewhere
HERE: Final = "here"  # somebody came to a match under way, or went
FORGET: Final = "forget"  # somebody signed out somewhere; a person's session, or EVERY one, ended
EVERY: Final = "*"
