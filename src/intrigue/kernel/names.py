"""What somebody may be called: something that can be seen, and told from others at the table."""

import re
import unicodedata
from typing import Final

# Printable, says Unicode, and yet nothing is there: fillers, blanks, selectors of variants. What
# controls, formats or turns text around is not printable in the first place.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u2d7f\u303f\u3164\ufe00-\ufe0f\uffa0"
    "\ufffc\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
# letters of other scripts that look like Latin ones, and then signs that look like each other
_ALIKE: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονικρυՕՍօս",
    "ABESIJKMHOPCTYXaesijopcyxdhqwABEZHIKMNOPTYXovikpuOUou",
)
_STROKES: Final = str.maketrans("iı1|0", "llllo")


def visible(name: str) -> bool:
    """Whether all of it can be seen, and it has a letter or a digit."""
    blank = not name.isprintable() or _BLANK.search(name) is not None
    return not blank and any(sign.isalnum() for sign in name)


def likeness(name: str) -> str:
    """The same for names that could be taken for each other."""
    latin = unicodedata.normalize("NFKC", name).translate(_ALIKE).casefold()
    return latin.translate(_STROKES).replace("rn", "m")
