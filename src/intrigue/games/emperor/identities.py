"""Whose identity cards were which, and what was in whose hand, from what one viewer saw: for judges
of claims, which ask about a moment of the past and may use whatever was seen since.

A card keeps its number through a Swap and loses it in a Shuffle (EM-9): afterwards three new cards
lie there, of which the same is known as of the old ones together.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence

Three = tuple[int, int, int]


class Identities:
    """The identity cards of all, and the faces that the viewer has seen of them."""

    def __init__(self, seats: int, emperor: int) -> None:
        self.emperor = emperor
        self.faces: dict[int, str] = {}
        self._next = 3 * seats
        start = [(3 * seat, 3 * seat + 1, 3 * seat + 2) for seat in range(seats)]
        self._lay = [[(0, three)] for three in start]  # by seat: since when, which cards
        self._swaps = [[0] for _ in start]  # by seat: since when these faces, in whatever order
        self._proofs: list[tuple[int, int]] = []  # who proved to be a Rebel, and when

    def see(self, seat: int, slot: int, face: str | None) -> None:
        if face is not None:
            self.faces[self._now(seat)[slot]] = face

    def see_all(self, seat: int, faces: Iterable[str | None]) -> None:
        for slot, face in enumerate(faces):
            self.see(seat, slot, face)

    def shuffle(self, event: int, seat: int) -> None:
        """EM-24: nobody but the owner can follow these cards."""
        fresh = self._next, self._next + 1, self._next + 2
        self._next += 3
        self._lay[seat].append((event, fresh))

    def swap(self, event: int, one: tuple[int, int], other: tuple[int, int]) -> None:
        """EM-46: two cards, by seat and slot, change places."""
        cards = [self._now(seat)[slot] for seat, slot in (one, other)]
        for (seat, slot), card in zip((one, other), reversed(cards), strict=True):
            three = list(self._now(seat))
            three[slot] = card
            self._lay[seat].append((event, (three[0], three[1], three[2])))
            self._swaps[seat].append(event)

    def prove(self, event: int, seat: int) -> None:
        """EM-68: only a Rebel can condemn the Emperor."""
        self._proofs.append((event, seat))

    def face(self, seat: int, slot: int, at: int) -> str | None:
        """What lay there after so many events."""
        three = next(three for event, three in reversed(self._lay[seat]) if event <= at)
        return self.faces.get(three[slot])

    def side(self, seat: int, at: int) -> str | None:
        """EM-6: by the majority of three cards, or by the proof."""
        if seat == self.emperor:
            return "emperor"
        first = max(event for event in self._swaps[seat] if event <= at)
        last = min((event for event in self._swaps[seat] if event > at), default=None)

        def meanwhile(event: int) -> bool:
            return first <= event and (last is None or event < last)

        if any(who == seat and meanwhile(event) for event, who in self._proofs):
            return "rebel"
        for event, three in self._lay[seat]:
            if meanwhile(event):
                seen = Counter(self.faces.get(card) for card in three)
                for face, side in (("R", "rebel"), ("L", "loyalist")):
                    if seen[face] >= 2:
                        return side
        return None

    def _now(self, seat: int) -> Three:
        return self._lay[seat][-1][1]


class Change:
    """A hand grew or shrank: by cards that the viewer knows, and by so many that it does not."""

    def __init__(self, event: int, came: Sequence[str], went: Sequence[str], size: int) -> None:
        self.event = event
        self.came = Counter(came)
        self.went = Counter(went)
        self.more = size
        unseen = size - len(came) + len(went)
        self.came_unseen = max(0, unseen)
        self.went_unseen = max(0, -unseen)


class Search:
    """What later changes tell of a card that was claimed: as far as they have been read."""

    def __init__(self, first: int, size: int) -> None:
        self.next = first
        self.size = size
        self.came = self.went = 0
        self.over = False
        self.found: bool | None = None

    def read(self, change: Change, card: str) -> None:
        """One that left before another can have come was there; and if all left that were there,
        in the open, one that was not among them was not."""
        self.next += 1
        self.came += change.came_unseen + change.came[card]
        self.went += change.went[card]
        self.size += change.more
        if self.went > self.came:
            self.over, self.found = True, True
        elif change.went_unseen or self.size == 0:
            self.over = True
            self.found = None if self.went or change.went_unseen else False


class Hand:
    """What a viewer knows of a hand, and of what came and went."""

    def __init__(self, size: int, known: Iterable[str]) -> None:
        self.changes: list[Change] = []
        self.states = [(size, Counter(known))]  # before the first change, and after each
        self.searches: dict[tuple[str, int], Search] = {}

    def change(
        self, event: int, size: int, came: Sequence[str] = (), went: Sequence[str] = ()
    ) -> None:
        """`size` cards more or less, among them those that were seen."""
        change = Change(event, came, went, size)
        before, known = self.states[-1]
        known = known + change.came - change.went
        if change.went_unseen:  # of each face, so many less are sure
            known -= Counter(dict.fromkeys(known, change.went_unseen))
        self.changes.append(change)
        self.states.append((before + size, known))

    def known(self) -> list[str]:
        """What the viewer knows to be in it now."""
        return [*self.states[-1][1].elements()]

    def held(self, card: str, at: int) -> bool | None:
        """Whether a card was in it after so many events; None if the viewer cannot know."""
        search = self.searches.get((card, at))
        if search is None:
            first = bisect_right(self.changes, at, key=_event)
            size, known = self.states[first]
            search = self.searches[card, at] = Search(first, size)
            if known[card] or known.total() == size:
                search.over, search.found = True, known[card] > 0
        while not search.over and search.next < len(self.changes):
            search.read(self.changes[search.next], card)
        return search.found


def _event(change: Change) -> int:
    return change.event
