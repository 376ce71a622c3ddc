"""What can be promised and claimed in J'Accuse, and what was kept. Votes, accusations and policies
are open, so that everyone can judge; of the cards of a parley only the two (JA-38), of sides and
networks whoever sees them opened (JA-41, JA-47, JA-49)."""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from intrigue.kernel.game import Game, Setup
from intrigue.kernel.promises import (
    BROKEN,
    CHAPTER,
    COUNT,
    FALSE,
    KEPT,
    NUMBER,
    OPEN,
    SEAT,
    TRUE,
    VOID,
    WORD,
    Claim,
    Clause,
    Kind,
    Param,
    Promises,
)

from .evidence import COLOUR_WORDS, Deed, JAccuseFacts, colour_word
from .rules import acts
from .rules.acts import card_of, kind_of, load_of, target_of
from .rules.cards import COLOURS, FACES, cards_of, colour_of, dealt, deck_of, face_text
from .rules.terms import hides_suits

_WHO, _WHOM = Param("who", SEAT), Param("whom", SEAT)
_ELECTION, _GENERATION = Param("election", COUNT, high=99), Param("generation", CHAPTER)
_COLOUR = Param("colour", WORD, words=("red", "black"))
_CARDS = Param("cards", NUMBER, high=acts.MOST_CARDS)
_FACES = dict.fromkeys(face_text(face, plain) for plain in (False, True) for face in range(FACES))


def _kind(kind: str, verb: str, rest: str, *params: Param, private: bool = False) -> Kind:
    """`Ada votes …`, and `I vote …`."""
    forms = f"{{who}} {verb} {rest}", f"{{who}} {_of_myself(verb)} {rest}"
    return Kind(kind, forms[0], (_WHO, *params), forms[1:], private)


def _of_myself(verb: str) -> str:
    return "do not" if verb == "does not" else verb.removesuffix("s")


class JAccusePromises(Promises):
    """Votes in an election; accusations, policies and parleys in a generation; and claims about
    sides, networks and hands."""

    clauses: ClassVar = (
        Kind(
            "vote",
            "{who} votes {colour} or abstains in election {election} of generation {generation}",
            (_WHO, _COLOUR, _ELECTION, _GENERATION),
            ("{who} vote {colour} or abstain in election {election} of generation {generation}",),
        ),
        _kind(
            "no_accuse", "does not", "accuse {whom} in generation {generation}", _WHOM, _GENERATION
        ),
        _kind("enact", "enacts", "only {colour} in generation {generation}", _COLOUR, _GENERATION),
        _kind("parley", "parleys", "with {whom} in generation {generation}", _WHOM, _GENERATION),
        _kind(
            "give",
            "gives",
            "{whom} {cards} {colour} in their next parley of generation {generation}",
            *(_WHOM, _CARDS, _COLOUR, _GENERATION),
            private=True,
        ),
    )
    claims: ClassVar = (
        Kind("side", "my side is {colour}", (_COLOUR,)),
        Kind("network", "the network that I share with {whom} is {colour}", (_WHOM, _COLOUR)),
        Kind("hold", "I hold {card}", (Param("card", WORD, words=tuple(_FACES)),)),
    )

    def facts(self, setup: Setup, chapter: int, everything: bool = False) -> JAccuseFacts:
        return JAccuseFacts(setup, chapter, everything)

    def judge_clause(self, facts: JAccuseFacts, clause: Clause, since: int) -> str:
        return _JUDGES[clause.kind](facts, clause, since)

    def judge_claim(self, facts: JAccuseFacts, claim: Claim, by: int, at: int) -> str:
        """A side is the one that lies there, or the next; a hand is as it was at that moment."""
        if claim.kind == "hold":
            return _judge_hand(facts, str(claim.data["card"]), by, at)
        if claim.kind == "side":
            side = next(one for one in facts.sides[by] if one.end is None or one.end > at)
            found = None if side.card is None else colour_word(side.card)
        else:
            found = facts.networks.get(_shared(facts.setup, by, int(claim.data["whom"])))
        if found is None:
            return OPEN
        return TRUE if found == claim.data["colour"] else FALSE

    def breaks(self, facts: JAccuseFacts, clause: Clause, game: Game, act: int) -> bool:
        data, kind = clause.data, kind_of(act)
        if data["generation"] != facts.chapter:
            return False
        if clause.kind == "vote":
            now = kind == acts.VOTE and data["election"] == facts.election
            return now and _colours([card_of(act)]) != [data["colour"]]
        if clause.kind == "enact":
            return kind == acts.ENACT and _colours([card_of(act)]) != [data["colour"]]
        if clause.kind == "no_accuse":
            return kind == acts.ACCUSE and target_of(act) == data["whom"]
        return clause.kind == "give" and _gives_less(facts, clause, act)

    def refuses(self, setup: Setup, clause: Clause) -> bool:
        """No generation after the last (JA-14), no more cards than a hand has (JA-19)."""
        late = int(clause.data["generation"]) > int(setup.options["generations"])
        return late or int(clause.data.get("cards", 0)) >= int(dealt(setup.seats))

    def refuses_claim(self, setup: Setup, claim: Claim, by: int) -> bool:
        """A network is shared by neighbours (JA-11); a card must be in the deck (JA-6)."""
        if claim.kind == "network":
            return _shared(setup, by, int(claim.data["whom"])) < 0
        return (
            claim.kind == "hold"
            and _copies(setup.seats, hides_suits(setup), str(claim.data["card"])) == 0
        )


def _judge_vote(facts: JAccuseFacts, clause: Clause, since: int) -> str:
    """In every round in which they were asked, the run-offs too."""
    data, who = clause.data, clause.who
    place = int(data["generation"]), int(data["election"])
    asked = [
        one.colours[who]
        for one in facts.rounds
        if one.event > since and (one.generation, one.election) == place and who in one.asked
    ]
    if any(colour not in (None, data["colour"]) for colour in asked):
        return BROKEN
    if not facts.gone(*place):
        return OPEN
    return KEPT if asked else VOID


def _judge_peace(facts: JAccuseFacts, clause: Clause, since: int) -> str:
    """Void, if they never presided when that one could have been accused."""
    deeds, whom = _deeds(facts.actions, clause, since), clause.data["whom"]
    if any(deed.target == whom for deed in deeds):
        return BROKEN
    if not facts.gone(int(clause.data["generation"])):
        return OPEN
    return KEPT if any(whom in deed.choice for deed in deeds) else VOID


def _judge_policy(facts: JAccuseFacts, clause: Clause, since: int) -> str:
    """Every card that they play as a policy, be it their last (JA-63)."""
    generation = int(clause.data["generation"])
    colours = [
        one.colour
        for one in facts.policies
        if one.event > since and (one.generation, one.president) == (generation, clause.who)
    ]
    if any(colour != clause.data["colour"] for colour in colours):
        return BROKEN
    if not facts.gone(generation):
        return OPEN
    return KEPT if colours else VOID


def _judge_parley(facts: JAccuseFacts, clause: Clause, since: int) -> str:
    """Once is enough. Void, if they were never asked when that one could have been named."""
    deeds, whom = _deeds(facts.parleys, clause, since), clause.data["whom"]
    if any(deed.target == whom for deed in deeds):
        return KEPT
    if not facts.gone(int(clause.data["generation"])):
        return OPEN
    return BROKEN if any(whom in deed.choice for deed in deeds) else VOID


def _deeds(deeds: Sequence[Deed], clause: Clause, since: int) -> list[Deed]:
    place = clause.data["generation"], clause.who
    return [one for one in deeds if one.event > since and one[1:3] == place]


def _judge_gift(facts: JAccuseFacts, clause: Clause, since: int) -> str:
    """At least as many of that colour in the next parley of the two. One over fewer cards is none,
    if it was the other who chose how many (JA-A28)."""
    data, who = clause.data, clause.who
    generation, wanted = int(data["generation"]), int(data["cards"])
    pair = {who, data["whom"]}
    for trade in facts.trades:
        if trade.event <= since or trade.generation != generation:
            continue
        if {trade.president, trade.target} != pair:
            continue
        if trade.size < wanted and trade.president == who:
            return BROKEN
        if trade.size < wanted:
            continue
        if not trade.given:
            return OPEN  # only the two know
        return KEPT if trade.given[who].count(str(data["colour"])) >= wanted else BROKEN
    return VOID if facts.gone(generation) else OPEN


def _gives_less(facts: JAccuseFacts, clause: Clause, act: int) -> bool:
    """Whether cards for a parley are fewer of the colour than were promised."""
    kind, who, whom = kind_of(act), clause.who, clause.data["whom"]
    wanted = int(clause.data["cards"])
    if kind == acts.PARLEY and target_of(act) != whom:
        return False
    if kind == acts.REPLY and (facts.offer is None or facts.offer[:2] != (whom, who)):
        return False
    if kind == acts.REPLY and facts.offer is not None and facts.offer[2] < wanted:
        return False
    given = kind in (acts.PARLEY, acts.REPLY)
    return given and _colours(cards_of(load_of(act))).count(str(clause.data["colour"])) < wanted


_JUDGES = {
    "vote": _judge_vote,
    "no_accuse": _judge_peace,
    "enact": _judge_policy,
    "parley": _judge_parley,
    "give": _judge_gift,
}


def _colours(faces: Sequence[int]) -> list[str]:
    return [COLOUR_WORDS[COLOURS[colour_of(face)]] for face in faces]


def _shared(setup: Setup, one: int, other: int) -> int:
    """The network that two neighbours share (JA-9), or -1."""
    if (one + 1) % setup.seats == other:
        return one
    return other if (other + 1) % setup.seats == one else -1


@cache
def _copies(seats: int, plain: bool, card: str) -> int:
    """How many cards of the deck have that face (JA-6)."""
    deck = enumerate(deck_of(seats, plain))
    return sum(int(n) for face, n in deck if face_text(face, plain) == card)


def _judge_hand(facts: JAccuseFacts, card: str, by: int, at: int) -> str:
    setup = facts.setup
    alone = _copies(setup.seats, hides_suits(setup), card) == 1
    cards = next(one for one in reversed(facts.cards) if one.event <= at)
    found = cards.holds(card, by, at, alone)
    if found is None:
        return OPEN
    return TRUE if found else FALSE
