"""What can be promised and claimed in Emperor, and what was kept. Who condemns, investigates,
blocks and moves is open to all; identities and hands are not, and claims about them are judged by
what a viewer has seen."""

from collections.abc import Sequence
from typing import ClassVar

from intrigue.kernel.game import Game, Setup
from intrigue.kernel.promises import (
    BROKEN,
    CHAPTER,
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

from .evidence import Deed, EmperorFacts
from .rules import acts
from .rules.acts import CARD, INVESTIGATE, first_of, kind_of, second_of
from .rules.cards import CARDS, CONDEMN, GUARDING, INVESTIGATION, TRANSPOSITION

_WHO, _WHOM = Param("who", SEAT), Param("whom", SEAT)
_ROUND, _TURNS = Param("round", CHAPTER), Param("turns", NUMBER, high=20)
_SIDE = Param("side", WORD, words=("loyalist", "rebel"))
_SLOT, _FACE = Param("slot", WORD, words=("0", "1", "2")), Param("face", WORD, words=("L", "R"))
_CARD = Param("card", WORD, words=CARDS)


def _peace(verb: str) -> Kind:
    """For so many turns of one's own: nobody condemns or investigates in another's."""
    forms = [
        f"{{who}} {do} not {verb} {{whom}} for {{turns}} {turns}"
        for turns in ("turns", "turn")
        for do in ("does", "do")
    ]
    return Kind(f"no_{verb}", forms[0], (_WHO, _WHOM, _TURNS), tuple(forms[1:]))


def _lasting(kind: str, verb: str, myself: str, rest: str, *params: Param) -> Kind:
    return Kind(kind, f"{{who}} {verb} {rest}", (_WHO, *params), (f"{{who}} {myself} {rest}",))


class EmperorPromises(Promises):
    """Peace for some turns, defence and seats until a round; who one is, what one saw or holds."""

    clauses: ClassVar = (
        _peace("condemn"),
        _lasting("defend", "defends", "defend", "{whom} until round {round}", _WHOM, _ROUND),
        _peace("investigate"),
        _lasting("leave", "moves", "move", "away from {whom} by round {round}", _WHOM, _ROUND),
        _lasting("stay", "stays", "stay", "seated until round {round}", _ROUND),
    )
    claims: ClassVar = (
        Kind("side", "I am {side}", (_SIDE,)),
        Kind("card", "{whom}#{slot} is {face}", (_WHOM, _SLOT, _FACE)),
        Kind("hold", "I hold {card}", (_CARD,)),
    )

    def facts(self, setup: Setup, chapter: int, everything: bool = False) -> EmperorFacts:
        return EmperorFacts(setup, chapter, everything)

    def judge_clause(self, facts: EmperorFacts, clause: Clause, since: int) -> str:
        if clause.kind == "no_condemn":
            return _judge_peace(facts, facts.condemns, clause, since)
        if clause.kind == "no_investigate":
            return _judge_peace(facts, facts.looks, clause, since)
        return _JUDGES[clause.kind](facts, clause, since)

    def judge_claim(self, facts: EmperorFacts, claim: Claim, by: int, at: int) -> str:
        """Of the moment at which it was said."""
        data = claim.data
        if claim.kind == "hold":
            held = facts.hands[by].held(str(data["card"]), at)
            return OPEN if held is None else TRUE if held else FALSE
        if claim.kind == "side":
            found, said = facts.identities.side(by, at), data["side"]
        else:
            slot, said = int(data["slot"]), data["face"]
            found = facts.identities.face(int(data["whom"]), slot, at)
        return OPEN if found is None else TRUE if found == said else FALSE

    def breaks(self, facts: EmperorFacts, clause: Clause, game: Game, act: int) -> bool:
        """In a window, an answer that would: it may still go back unseen (EM-36)."""
        kind, whom = kind_of(act), clause.data.get("whom")
        if clause.kind == "no_condemn":
            return kind == CARD + CONDEMN and first_of(act) == whom
        if clause.kind == "no_investigate":
            both = kind == CARD + INVESTIGATION and whom in (first_of(act), second_of(act))
            return both or (kind == INVESTIGATE and first_of(act) == whom)
        if clause.kind == "stay":
            moves = kind == CARD + GUARDING and second_of(act) in (acts.NOBODY, clause.who)
            return moves or kind == CARD + TRANSPOSITION
        return False

    def refuses(self, setup: Setup, clause: Clause) -> bool:
        """No round after the last (EM-74)."""
        return int(clause.data.get("round", 0)) > int(setup.options["max_rounds"])


def _judge_peace(facts: EmperorFacts, deeds: Sequence[Deed], clause: Clause, since: int) -> str:
    """Until the end of so many turns that begin afterwards; a turn under way is in it, but does
    not count. Void, if there was none before one of the two died or the match was over."""
    who, whom = clause.who, int(clause.data["whom"])
    turns = [turn for turn in facts.turns if turn.who == who and turn.start > since]
    turns = turns[: int(clause.data["turns"])]
    last = turns[-1].end if len(turns) == clause.data["turns"] else None
    for deed in deeds:
        if (deed.who, deed.target) == (who, whom) and deed.event > since:
            if last is None or deed.event < last:
                return BROKEN
    if last is None and not (facts.over or {who, whom} & facts.deaths.keys()):
        return OPEN
    death = facts.deaths.get(whom)
    return KEPT if any(death is None or turn.start < death for turn in turns) else VOID


def _judge_defence(facts: EmperorFacts, clause: Clause, since: int) -> str:
    """Whoever was asked let every Condemn on that one pass that fell; void, if none was theirs to
    block."""
    who, whom, last = clause.who, int(clause.data["whom"]), int(clause.data["round"])
    for fall in facts.falls:
        if fall.event > since and fall.round <= last and fall.target == whom and who in fall.asked:
            return BROKEN
    if not (facts.gone(last) or {who, whom} & facts.deaths.keys()):
        return OPEN
    blocked = any(
        block.event > since and block.round <= last and (block.who, block.target) == (who, whom)
        for block in facts.blocks
    )
    return KEPT if blocked else VOID


def _judge_leaving(facts: EmperorFacts, clause: Clause, since: int) -> str:
    """No neighbours when the round is over. Void among three, who all are."""
    who, whom, number = clause.who, int(clause.data["whom"]), int(clause.data["round"])
    ring = facts.rings.get(number)
    if ring is None:
        gone = facts.gone(number) or {who, whom} & facts.deaths.keys()
        return VOID if gone else OPEN
    if len(ring) <= 3 or not {who, whom} <= set(ring):
        return VOID
    distance = abs(ring.index(who) - ring.index(whom))
    return BROKEN if distance in (1, len(ring) - 1) else KEPT


def _judge_staying(facts: EmperorFacts, clause: Clause, since: int) -> str:
    """By one's own card; void, if one was never asked."""
    who, last = clause.who, int(clause.data["round"])
    for move in facts.moves:
        if move.who == who and move.event > since and move.round <= last:
            return BROKEN
    death = facts.deaths.get(who)
    if not facts.gone(last) and death is None:
        return OPEN
    asked = [event for event, number in facts.slots if number <= last]
    asked += [turn.start for turn in facts.turns if turn.who == who and turn.round <= last]
    alive = [event for event in asked if death is None or event < death]
    return KEPT if any(event > since for event in alive) else VOID


_JUDGES = {"defend": _judge_defence, "leave": _judge_leaving, "stay": _judge_staying}
