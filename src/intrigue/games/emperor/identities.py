"""Whose identity cards were which, and what was in whose hand, from what one viewer saw: for judges
of claims, which ask about a moment of the past and may use whatever was seen since.

A card keeps its number through a Swap and loses it in a Shuffle (EM-9): afterwards three new cards
lie there, of which the same is known as of the old ones together.
"""

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
        more = size - len(came) + len(went)
        self.came_unseen = max(0, more)
        self.went_unseen = max(0, -more)


class Hand:
    """What a viewer knows of a hand, and of what came and went."""

    def __init__(self, size: int, known: Iterable[str]) -> None:
        self.start = size, Counter(known)
        self.changes: list[Change] = []

    def change(
        self, event: int, size: int, came: Sequence[str] = (), went: Sequence[str] = ()
    ) -> None:
        """`size` cards more or less, among them those that were seen."""
        self.changes.append(Change(event, came, went, size))

    def known(self, at: int | None = None) -> tuple[int, Counter[str]]:
        """How many cards were in it after so many events, and those that the viewer knew of."""
        size, known = self.start[0], self.start[1].copy()
        for one in self.changes:
            if at is not None and one.event > at:
                break
            size += one.came.total() + one.came_unseen - one.went.total() - one.went_unseen
            known = known + one.came - one.went
            if one.went_unseen:  # of each face, so many less are sure
                known -= Counter(dict.fromkeys(known, one.went_unseen))
        return size, known

    def held(self, card: str, at: int) -> bool | None:
        """Whether a card was in it after so many events; None if the viewer cannot know."""
        size, known = self.known(at)
        if known[card]:
            return True
        if known.total() == size:
            return False
        return self._later(card, at, size)

    def _later(self, card: str, at: int, size: int) -> bool | None:
        """What the later cards tell: one that left before another can have come was there; and if
        all left that were there, in the open, one that was not among them was not."""
        came = went = 0
        for one in self.changes:
            if one.event <= at:
                continue
            came += one.came_unseen + one.came[card]
            went += one.went[card]
            if went > came:
                return True
            size += one.came.total() + one.came_unseen - one.went.total() - one.went_unseen
            if one.went_unseen:
                return None
            if size == 0:
                return None if went else False
        return None
