"""What a game declares of promises: the kinds of clauses a deal is made of, the kinds of claims,
how both are written, and the judges.

The rules know nothing of any of this. A judge gets `Facts`, folded from the events that one viewer
has seen, never a position: whoever saw no proof finds a promise open. docs/promises.md.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Final

from msgspec import Struct

from .game import Game, Seen, Setup
from .text import BadInput

OPEN: Final = "open"
KEPT: Final = "kept"
BROKEN: Final = "broken"
VOID: Final = "void"  # it could not come to it
TRUE: Final = "true"
FALSE: Final = "false"
VERDICTS: Final = (OPEN, KEPT, BROKEN, VOID)
MOST_CLAUSES: Final = 6
MOST_LETTERS: Final = 800

Data = dict[str, int | str]


class Param(Struct, frozen=True):
    """What a kind leaves open: a `seat`, a `chapter` (round, generation, turn), a `number` from
    `low` to `high`, or one of some `words`. A `count` is a number that goes on within a chapter:
    the view has a field of its name, which says where it stands."""

    name: str
    type: str
    low: int = 1
    high: int = 999
    words: tuple[str, ...] = ()


SEAT: Final = "seat"
CHAPTER: Final = "chapter"
NUMBER: Final = "number"
COUNT: Final = "count"
WORD: Final = "word"


class Kind(Struct, frozen=True):
    """A kind of clause or claim. `form` is its notation, with places such as `{whom}`; `also` are
    other ways to write it, such as those of somebody who speaks of themselves. Its sentence stands
    in the catalogue, under `clause` or `claim`. Where it is `private`, not everyone at the table
    sees whether it is kept."""

    id: str
    form: str
    params: tuple[Param, ...]
    also: tuple[str, ...] = ()
    private: bool = False


class Clause(Struct, frozen=True):
    """Somebody's word: `who` does what its kind says; under a condition, if there is one."""

    kind: str
    data: Data
    condition: "Clause | None" = None

    @property
    def who(self) -> int:
        return int(self.data["who"])


class Claim(Struct, frozen=True):
    """A statement about something hidden."""

    kind: str
    data: Data


class Facts:
    """What one viewer knows of the past, as far as judges need it: the base counts the events of
    the match (also those that the viewer did not see, so that every viewer counts alike) and the
    chapters. `everything` is for the viewer who is shown all of it, after the end."""

    def __init__(self, setup: Setup, chapter: int, everything: bool = False) -> None:
        self.setup = setup
        self.chapter = chapter
        self.everything = everything
        self.over = False
        self.count = 0

    def begin(self, view: Any) -> None:
        """What lay before the viewer when the match began, which no event tells. Whoever is shown
        everything has seen the view of every seat."""

    def hear(self, seen: Seen | None) -> None:
        """One more event, or one that the viewer knows nothing of."""
        self.count += 1
        if seen is not None:
            self.learn(seen.kind, seen.data)

    def learn(self, kind: str, data: Mapping[str, Any]) -> None:
        """What an event tells."""
        raise NotImplementedError

    def close(self) -> None:
        """The match is over."""
        self.over = True


class Promises:
    """Base of what a game has in `promises.py`."""

    clauses: ClassVar[tuple[Kind, ...]] = ()
    claims: ClassVar[tuple[Kind, ...]] = ()

    def facts(self, setup: Setup, chapter: int, everything: bool = False) -> Facts:
        """Of a viewer who has seen nothing yet, from that chapter on."""
        raise NotImplementedError

    def judge_clause(self, facts: Any, clause: Clause, since: int) -> str:
        """One of `VERDICTS`, for a clause that is in force since so many events; its condition is
        judged apart."""
        raise NotImplementedError

    def judge_claim(self, facts: Any, claim: Claim, by: int, at: int) -> str:
        """`TRUE`, `FALSE` or `OPEN`, for what was claimed after so many events."""
        raise NotImplementedError

    def breaks(self, facts: Any, clause: Clause, game: Game, act: int) -> bool:
        """Whether an act of the seat that promised would break the clause, whatever else happens:
        for a warning to its player alone."""
        return False

    def refuses(self, setup: Setup, clause: Clause) -> bool:
        """Whether such a clause makes no sense at this table."""
        return False

    def refuses_claim(self, setup: Setup, claim: Claim, by: int) -> bool:
        """Whether such a claim makes no sense at this table, or from that seat."""
        return False

    # --- judging ----------------------------------------------------------------------------------

    def verdict(self, facts: Facts, clause: Clause, since: int) -> str:
        """The verdict of a clause with its condition: without the condition it is void."""
        if clause.condition is not None:
            met = self.judge_clause(facts, clause.condition, since)
            if met != KEPT:
                return OPEN if met == OPEN else VOID
        return self.judge_clause(facts, clause, since)

    def last_chapter(self, clauses: Iterable[Clause]) -> int | None:
        """After which an offer of these clauses makes no sense any more."""
        parts = [part for one in clauses for part in (one, one.condition) if part is not None]
        ends = [end for part in parts for end in self._chapters(part)]
        return min(ends, default=None)

    def _chapters(self, clause: Clause) -> list[int]:
        names = [p.name for p in self.clause_kind(clause.kind).params if p.type == CHAPTER]
        return [int(clause.data[name]) for name in names]

    def clause_kind(self, kind: str) -> Kind:
        return next(one for one in self.clauses if one.id == kind)

    def claim_kind(self, kind: str) -> Kind:
        return next(one for one in self.claims if one.id == kind)

    # --- notation ---------------------------------------------------------------------------------

    def parse(self, setup: Setup, text: str, speaker: int | None = None) -> list[Clause]:
        """Clauses from `one; another if a third`; `I` and `me` are the speaker. Raises
        `BadInput`."""
        if len(text) > MOST_LETTERS:
            raise BadInput("deal_long", most=MOST_LETTERS)
        text = text.strip()
        found = self._parse_from(_reader(self.clauses, setup.names), text, 0, speaker, set())
        if found is None:
            examples = [_example(kind) for kind in self.clauses]
            raise BadInput("no_clause", text=text[:80], forms="; ".join(examples))
        if len(found) > MOST_CLAUSES:
            raise BadInput("many_clauses", most=MOST_CLAUSES)
        return found

    def _parse_from(
        self, reader: "_Reader", text: str, at: int, speaker: int | None, dead: set[int]
    ) -> list[Clause] | None:
        """The clauses from a place on. Seats may be called anything, `a; b` too: where one reading
        leads nowhere, the next is tried, but from no `dead` place again."""
        for clause, end in reader.readings(text, at, speaker):
            for whole, after in self._conditions(reader, text, clause, end, speaker):
                if after == len(text):
                    return [whole]
                if text.startswith("; ", after) and after not in dead:
                    rest = self._parse_from(reader, text, after + 2, speaker, dead)
                    if rest is not None:
                        return [whole, *rest]
                    dead.add(after)
        return None

    def _conditions(
        self, reader: "_Reader", text: str, clause: Clause, at: int, speaker: int | None
    ) -> list[tuple[Clause, int]]:
        found = [(clause, at)]
        if text.startswith(" if ", at):
            for condition, end in reader.readings(text, at + 4, speaker):
                found.insert(0, (Clause(clause.kind, clause.data, condition), end))
        return found

    def spell(self, setup: Setup, clauses: Sequence[Clause]) -> str:
        """Clauses as text; `parse` reads it back."""
        return "; ".join(self.spell_clause(setup, clause) for clause in clauses)

    def spell_clause(self, setup: Setup, clause: Clause) -> str:
        text = _spelt(self.clause_kind(clause.kind), setup, clause.data)
        if clause.condition is None:
            return text
        return f"{text} if {self.spell_clause(setup, clause.condition)}"

    def parse_claim(self, setup: Setup, text: str) -> Claim:
        """A claim, in the words of whoever makes it; raises `BadInput`."""
        if len(text) > MOST_LETTERS:
            raise BadInput("deal_long", most=MOST_LETTERS)
        text = text.strip()
        for clause, end in _reader(self.claims, setup.names).readings(text, 0, None):
            if end == len(text):
                return Claim(clause.kind, clause.data)
        if not self.claims:
            raise BadInput("no_claims")
        examples = "; ".join(_example(kind) for kind in self.claims)
        raise BadInput("no_claim", text=text[:80], forms=examples)

    def spell_claim(self, setup: Setup, claim: Claim) -> str:
        return _spelt(self.claim_kind(claim.kind), setup, claim.data)

    # --- words ------------------------------------------------------------------------------------

    def say_clause(self, game: Game, setup: Setup, clause: Clause, lang: str) -> str:
        """A clause as a sentence for people, without its full stop."""
        words = game.words(lang)
        said = words.say("clause", clause.kind, names=setup.names, **clause.data)
        if clause.condition is None:
            return said
        condition = self.say_clause(game, setup, clause.condition, lang)
        return words.say("clause", "if", clause=said, condition=condition)

    def say_claim(self, game: Game, setup: Setup, claim: Claim, by: int, lang: str) -> str:
        words = game.words(lang)
        return words.say("claim", claim.kind, names=setup.names, by=by, **claim.data)


# --- reading --------------------------------------------------------------------------------------

_PLACE = re.compile(r"\{(\w+)\}")
_NEXT = re.compile("; | if |$")  # what may follow a clause
_SELF = ("I", "me", "myself")


class _Reader:
    """How the kinds of a game are written at one table."""

    def __init__(self, kinds: tuple[Kind, ...], names: tuple[str, ...]) -> None:
        self.names = names
        written = [(kind, form) for kind in kinds for form in (kind.form, *kind.also)]
        self.patterns = [(kind, re.compile(self._pattern(kind, form))) for kind, form in written]

    def _pattern(self, kind: Kind, form: str) -> str:
        params = {param.name: param for param in kind.params}
        parts = _PLACE.split(form)
        out = re.escape(parts[0])
        for name, after in zip(parts[1::2], parts[2::2], strict=True):
            out += f"(?P<{name}>{self._values(params[name])})" + re.escape(after)
        return out

    def _values(self, param: Param) -> str:
        if param.type in (CHAPTER, NUMBER, COUNT):
            return "[0-9]{1,3}"
        values = (*self.names, *_SELF) if param.type == SEAT else param.words
        return "|".join(re.escape(one) for one in sorted(values, key=len, reverse=True))

    def readings(self, text: str, at: int, speaker: int | None) -> list[tuple[Clause, int]]:
        """Everything that the text may say from a place on, and where that ends."""
        ends = [place.start() for place in _NEXT.finditer(text, at)]
        found: list[tuple[Clause, int]] = []
        for kind, pattern in self.patterns:
            if pattern.match(text, at) is None:
                continue
            for end in ends:
                match = pattern.fullmatch(text, at, end)
                data = None if match is None else self._data(kind, match, speaker)
                if data is not None:
                    found.append((Clause(kind.id, data), end))
        return found

    def _data(self, kind: Kind, match: re.Match[str], speaker: int | None) -> Data | None:
        said = match.groupdict()
        data: Data = {}
        for param in kind.params:
            value = self._value(param, said.get(param.name), speaker)
            if value is None:
                return None
            data[param.name] = value
        return data

    def _value(self, param: Param, said: str | None, speaker: int | None) -> int | str | None:
        if param.type == SEAT:
            if said in self.names:
                return self.names.index(said)
            return speaker  # named by a pronoun, or understood
        if said is None or param.type == WORD:
            return said
        return int(said) if param.low <= int(said) <= param.high else None


@cache
def _reader(kinds: tuple[Kind, ...], names: tuple[str, ...]) -> _Reader:
    return _Reader(kinds, names)


def _spelt(kind: Kind, setup: Setup, data: Data) -> str:
    seats = {param.name for param in kind.params if param.type == SEAT}

    def put(place: re.Match[str]) -> str:
        value = data[place[1]]
        return setup.names[int(value)] if place[1] in seats else str(value)

    return _PLACE.sub(put, kind.form)


def _example(kind: Kind) -> str:
    """A form for somebody who must write it: `NAME supports NAME in round 1`."""
    params = {param.name: param for param in kind.params}

    def put(place: re.Match[str]) -> str:
        param = params[place[1]]
        if param.type == SEAT:
            return "NAME"
        return "|".join(param.words[:6]) if param.type == WORD else str(max(param.low, 1))

    return _PLACE.sub(put, kind.form)
