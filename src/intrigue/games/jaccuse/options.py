"""Who is asked in J'Accuse, and every answer they may give, in a fixed order (D1…D7, F1, F2)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.position import Prompt
from intrigue.kernel.vecs import zeros

from .acts import (
    ABSTAIN,
    ACCUSE,
    DEFECT,
    ENACT,
    GIVE,
    MEMBERSHIP,
    NO_PARLEY,
    PARLEY,
    PASS,
    REPLY,
    SHOW,
    VOTE,
    act_of,
    card_act,
    kind_of,
    show_act,
)
from .cards import count_cards, lowest, nth_card, pack_cards, rest_of, with_card
from .presidency import Presidency
from .state import (
    ACTION_PHASE,
    ENACT_PHASE,
    MEMBERSHIP_PHASE,
    PARLEY_PHASE,
    PHASES,
    REPLACE_PHASE,
    REPLY_PHASE,
    SLOTS,
    VOTE_PHASE,
    Terms,
)


def _add_face(ways: vec[i64], row: i64, copies: i64) -> None:
    """Fill a row of a table of ways from the row before it: the face may be taken up to so many
    times."""
    at = row * SLOTS
    j: i64 = 0
    while j < SLOTS:
        n: i64 = 0
        take: i64 = 0
        while take <= copies and take <= j:
            n += ways[at - SLOTS + j - take]
            take += 1
        ways[at + j] = n
        j += 1


def _sets(ways: vec[i64], row: i64, most: i64) -> i64:
    """How many sets of one to `most` cards a row allows."""
    n: i64 = 0
    count: i64 = 1
    while count <= most:
        n += ways[row * SLOTS + count]
        count += 1
    return n


def _pascal() -> vec[i64]:
    """The table of ways of every hand without copies."""
    ways = zeros(SLOTS * SLOTS)
    ways[0] = 1
    row: i64 = 1
    while row < SLOTS:
        _add_face(ways, row, 1)
        row += 1
    return ways


_PASCAL: Final = _pascal()


class Options(Presidency):
    """The questions of a match."""

    def __init__(self, seats: i64, terms: Terms) -> None:
        super().__init__(seats, terms)

    # --- who is asked -----------------------------------------------------------------------------

    def next(self) -> i64:
        if self.phase <= VOTE_PHASE:
            return self.sealed.next()
        return self.turn

    def asked(self) -> list[int]:
        if self.phase <= VOTE_PHASE:
            return self.sealed.owing()
        return [] if self.over else [self.turn]

    def prompt(self, seat: i64) -> Prompt:
        """Public facts only. All answers are sealed: what they disclose, the rules say."""
        data: dict[str, object] = {}
        kind = PHASES[self.phase]
        if self.phase == MEMBERSHIP_PHASE:
            data = {"generation": self.generation, "generations": self.terms.generations}
        elif self.phase == VOTE_PHASE:
            if len(self.votes) > 0:
                kind = "runoff"
            data = {"stability": self.stability, "streak": self.streak}
        elif self.phase == REPLY_PHASE:
            data = {"president": self.president, "count": count_cards(self.offer)}
        elif self.phase == ACTION_PHASE:
            data = {"wrong": self.wrong}
        elif self.phase == REPLACE_PHASE:
            data = {"card": self.text(self.revealed)}
        return Prompt(seat, kind, data=data)

    def width(self, seat: i64) -> i64:
        phase = self.phase
        if phase == VOTE_PHASE:
            return 1 + self.distinct(seat)  # JA-25: a card, or none
        if phase == PARLEY_PHASE:
            return 1 + self._parleys(seat)
        if phase == REPLY_PHASE:
            ways = self._ways(seat)
            return ways[self.distinct(seat) * SLOTS + count_cards(self.offer)]
        if phase == ACTION_PHASE:
            return 1 + self.distinct(seat) + 2 * self.accusables()
        return self.distinct(seat)

    def nth(self, seat: i64, k: i64) -> i64:
        phase = self.phase
        if phase in (MEMBERSHIP_PHASE, REPLACE_PHASE):
            return card_act(MEMBERSHIP, self.nth_face(seat, k))
        if phase == VOTE_PHASE:
            if k == 0:
                return ABSTAIN
            return card_act(VOTE, self.nth_face(seat, k - 1))
        if phase == PARLEY_PHASE:
            if k == 0:
                return NO_PARLEY
            return self._nth_parley(seat, k - 1)
        if phase == REPLY_PHASE:
            count = count_cards(self.offer)
            return act_of(REPLY, -1, self._nth_cards(seat, self._ways(seat), count, k))
        if phase == ENACT_PHASE:
            return card_act(ENACT, self.nth_face(seat, k))
        return self._nth_action(seat, k)

    def _nth_action(self, seat: i64, k: i64) -> i64:
        if k == 0:
            return PASS
        faces = self.distinct(seat)
        if k <= faces:
            return card_act(DEFECT, self.nth_face(seat, k - 1))
        k -= faces + 1
        target: i64 = 0
        while True:
            if self.accusable(target):
                if k < 2:
                    break
                k -= 2
            target += 1
        return act_of(ACCUSE, target, k + 1)

    # --- choices of several cards (JA-38) ---------------------------------------------------------

    def _ways(self, seat: i64) -> vec[i64]:
        """In row r, at j: how many different sets of j cards the r highest faces of a hand allow.
        Copies of a face are the same card (JA-A33); without any it is Pascal's triangle."""
        if self.single:
            return _PASCAL
        ways = zeros((self.distinct(seat) + 1) * SLOTS)
        ways[0] = 1
        hand = self.hands[seat]
        k = self.sizes[seat] - 1
        row: i64 = 1
        while k >= 0:
            face = nth_card(hand, k)
            copies: i64 = 0
            while k >= 0 and nth_card(hand, k) == face:
                copies += 1
                k -= 1
            _add_face(ways, row, copies)
            row += 1
        return ways

    def _nth_cards(self, seat: i64, ways: vec[i64], count: i64, k: i64) -> i64:
        """Set number `k` of `count` cards of a hand."""
        chosen: i64 = 0
        rest = self.hands[seat]
        row = self.distinct(seat)
        while count > 0:
            row -= 1
            face = lowest(rest)
            take: i64 = 0
            while True:  # with none of this face first, then one, and so on
                n = ways[row * SLOTS + count - take]
                if k < n:
                    break
                k -= n
                take += 1
            count -= take
            while take > 0:
                chosen = with_card(chosen, face)
                take -= 1
            while lowest(rest) == face:
                rest = rest_of(rest)
        return chosen

    def _parleys(self, seat: i64) -> i64:
        """JA-38, JA-A28: sets of one card or more, for every opponent with as many."""
        ways = self._ways(seat)
        row = self.distinct(seat)
        most = self.sizes[seat]
        whole = _sets(ways, row, most)
        n: i64 = 0
        target: i64 = 0
        while target < self.seats:
            if target != seat:
                size = self.sizes[target]
                n += whole if size >= most else _sets(ways, row, size)
            target += 1
        return n

    def _nth_parley(self, seat: i64, k: i64) -> i64:
        ways = self._ways(seat)
        row = self.distinct(seat)
        most = self.sizes[seat]
        whole = _sets(ways, row, most)
        target: i64 = 0
        while True:
            if target != seat:
                size = self.sizes[target]
                n = whole if size >= most else _sets(ways, row, size)
                if k < n:
                    break
                k -= n
            target += 1
        count: i64 = 1
        while k >= ways[row * SLOTS + count]:
            k -= ways[row * SLOTS + count]
            count += 1
        return act_of(PARLEY, target, self._nth_cards(seat, ways, count, k))

    # --- free acts and defaults -------------------------------------------------------------------

    def free(self, seat: i64) -> list[int]:
        """JA-17: showing hand cards; JA-36: handing over tokens. Any cards may be shown to any
        players; listed are those that everything else can be made of, and all of a kind."""
        out: list[int] = []
        if self.over:
            return out
        sets: list[int] = []
        if self.terms.showing:
            sets = self._shows(seat)
        others: i64 = 0
        for to in range(self.seats):
            if to == seat:
                continue
            others = others | bit(to)
            for cards in sets:
                out.append(show_act(bit(to), cards))
            if self.terms.tokens:
                for tokens in range(1, self.tokens[seat] + 1):
                    out.append(act_of(GIVE, to, tokens))
        for cards in sets:
            out.append(show_act(others, cards))
        return out

    def _shows(self, seat: i64) -> list[int]:
        """Sets of cards that are offered to be shown: each face, all copies of each, the hand."""
        sets: list[int] = []
        hand = self.hands[seat]
        for k in range(self.distinct(seat)):
            face = self.nth_face(seat, k)
            copies: i64 = 0
            for n in range(self.count(seat, face)):
                copies = with_card(copies, face)
                if n == 0:
                    sets.append(copies)
            if copies not in sets:
                sets.append(copies)
        if hand > 0 and hand not in sets:
            sets.append(hand)
        return sets

    def is_free(self, act: i64) -> bool:
        return kind_of(act) >= SHOW

    def default(self, seat: i64, chance: Chance) -> i64:
        """JA-64: random where a fixed card would disclose it, else the answer that does least."""
        phase = self.phase
        if phase == VOTE_PHASE:
            return ABSTAIN
        if phase == PARLEY_PHASE:
            return NO_PARLEY
        if phase == ACTION_PHASE:
            return PASS
        bag = self.hand_bag(seat)
        deck = "plain hand" if self.terms.plain else "hand"
        if phase == REPLY_PHASE:
            faces = [chance.draw(deck, bag, bit(seat)) for _ in range(count_cards(self.offer))]
            return act_of(REPLY, -1, pack_cards(faces))
        kind: i64 = ENACT if phase == ENACT_PHASE else MEMBERSHIP
        return card_act(kind, chance.draw(deck, bag, bit(seat)))
