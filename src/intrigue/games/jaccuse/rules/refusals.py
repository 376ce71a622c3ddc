"""What is allowed in J'Accuse, and which rule forbids the rest. It looks only at what is public
and at the cards of the seat that acts, so a refusal tells nobody anything new.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.position import Refusal
from intrigue.kernel.sealed import NOT_ASKED

from .accusation import accused_rightly
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
    card_of,
    kind_of,
    load_of,
    shown_cards,
    shown_to,
    target_of,
)
from .cards import BLACK, FACES, NO_CARD, RED, cards_of, count_cards, lowest, rest_of
from .hands import copies_of
from .state import (
    ACTION_PHASE,
    MEMBERSHIP_PHASE,
    PARLEY_PHASE,
    REPLACE_PHASE,
    REPLY_PHASE,
    VOTE_PHASE,
    State,
)
from .telling import text_of, texts_of


def check(s: State, seat: i64, act: i64) -> Refusal | None:
    if s.over:
        return Refusal("over", "JA-49")
    if act < 0 or seat < 0 or kind_of(act) > GIVE:
        return Refusal("no_act", "JA-63", {"text": str(act)})
    kind = kind_of(act)
    if kind == SHOW:
        return _check_show(s, seat, shown_to(act), shown_cards(act))
    if kind == GIVE:
        return _check_give(s, seat, target_of(act), load_of(act))
    if s.phase <= VOTE_PHASE:
        if not s.sealed.owes(seat):
            return _not_voting(s, seat)
    elif s.turn != seat:
        return Refusal("not_your_turn", "JA-63")
    return _check_answer(s, seat, kind, act)


def _not_voting(s: State, seat: i64) -> Refusal:
    """Why a seat is not asked, where several are."""
    if s.sealed.answers[seat] != NOT_ASKED:
        return Refusal("already_sealed", "JA-A43")
    if len(s.votes) > 0:
        return Refusal("not_in_runoff", "JA-32")
    return Refusal("out", "JA-23")


def _check_answer(s: State, seat: i64, kind: i64, act: i64) -> Refusal | None:
    phase = s.phase
    if phase == MEMBERSHIP_PHASE:
        if kind == MEMBERSHIP:
            return _check_card(s, seat, act, "JA-18")
        return Refusal("membership_first", "JA-18")
    if phase == VOTE_PHASE:
        if kind == VOTE:
            return _check_card(s, seat, act, "JA-25")
        return None if act == ABSTAIN else Refusal("vote_now", "JA-25")
    if phase == PARLEY_PHASE:
        if kind == PARLEY:
            return _check_parley(s, seat, target_of(act), load_of(act))
        return None if act == NO_PARLEY else Refusal("parley_first", "JA-37")
    if phase == REPLY_PHASE:
        if kind == REPLY and target_of(act) < 0:
            return _check_reply(s, seat, load_of(act))
        return Refusal("reply_now", "JA-38")
    if phase == ACTION_PHASE:
        if kind == DEFECT:
            return _check_card(s, seat, act, "JA-40")
        if kind == ACCUSE:
            return _check_accuse(s, seat, target_of(act), load_of(act) - 1)
        return None if act == PASS else Refusal("act_now", "JA-39")
    if phase == REPLACE_PHASE:
        if kind == MEMBERSHIP:
            return _check_card(s, seat, act, "JA-42" if accused_rightly(s) else "JA-44")
        return Refusal("replace_now", "JA-42" if accused_rightly(s) else "JA-44")
    if kind == ENACT:
        return _check_card(s, seat, act, "JA-42")
    return Refusal("enact_now", "JA-42")


def _check_card(s: State, seat: i64, act: i64, rule: str) -> Refusal | None:
    """One card that the seat must have in hand."""
    face = card_of(act)
    if target_of(act) >= 0 or face < 0 or face >= FACES:
        return Refusal("no_card", rule)
    if copies_of(s, seat, face) == 0:
        return Refusal("not_in_hand", rule, {"cards": [text_of(s, face)]})
    return None


def _check_cards(s: State, seat: i64, load: i64, rule: str) -> Refusal | None:
    """Several cards, lowest first, of which the hand must have every copy."""
    before: i64 = NO_CARD
    copies: i64 = 0
    rest = load
    while rest > 0:
        face = lowest(rest)
        if face < before or face < 0 or face >= FACES:
            return Refusal("no_card", rule)
        copies = copies + 1 if face == before else 1
        if copies > copies_of(s, seat, face):
            return Refusal("not_in_hand", rule, {"cards": texts_of(s, cards_of(load))})
        before = face
        rest = rest_of(rest)
    return None


def _check_parley(s: State, seat: i64, target: i64, load: i64) -> Refusal | None:
    """JA-38, JA-A25, JA-A28."""
    if target < 0 or target >= s.seats:
        return Refusal("nobody", "JA-38")
    if target == seat:
        return Refusal("parley_self", "JA-A25")
    count = count_cards(load)
    if count == 0:
        return Refusal("parley_nothing", "JA-A28")
    if s.sizes[target] == 0:
        return Refusal("target_out", "JA-23", {"target": target})
    if count > s.sizes[target]:
        data: dict[str, object] = {"target": target, "size": s.sizes[target]}
        return Refusal("parley_too_many", "JA-A28", data)
    return _check_cards(s, seat, load, "JA-38")


def _check_reply(s: State, seat: i64, load: i64) -> Refusal | None:
    """JA-38: as many as were offered."""
    count = count_cards(s.offer)
    if count_cards(load) != count:
        return Refusal("reply_count", "JA-38", {"count": count})
    return _check_cards(s, seat, load, "JA-38")


def _check_accuse(s: State, seat: i64, target: i64, colour: i64) -> Refusal | None:
    """JA-41, JA-45, JA-A25, JA-A50."""
    if target < 0 or target >= s.seats:
        return Refusal("nobody", "JA-41")
    if colour != RED and colour != BLACK:
        return Refusal("no_colour", "JA-A50")
    if target == seat:
        return Refusal("accuse_self", "JA-A25")
    if s.presidents & bit(target) != 0:
        return Refusal("accuse_president", "JA-45", {"target": target})
    if s.sizes[target] == 0:
        return Refusal("target_out", "JA-23", {"target": target})
    return None


def _check_show(s: State, seat: i64, players: i64, cards: i64) -> Refusal | None:
    """JA-17, JA-A36: some hand cards, to some of the others."""
    if not s.terms.showing:
        return Refusal("showing_off", "JA-A36")
    if players & bit(seat) != 0:
        return Refusal("show_self", "JA-A36")
    if players == 0 or players >> s.seats != 0:
        return Refusal("nobody", "JA-A36")
    if cards == 0:
        return Refusal("no_card", "JA-A36")
    return _check_cards(s, seat, cards, "JA-A36")


def _check_give(s: State, seat: i64, to: i64, tokens: i64) -> Refusal | None:
    """JA-36, JA-A38."""
    if not s.terms.tokens:
        return Refusal("tokens_locked", "JA-A38")
    if to == seat:
        return Refusal("give_self", "JA-A38")
    if to < 0 or to >= s.seats:
        return Refusal("nobody", "JA-A38")
    if tokens < 1:
        return Refusal("give_nothing", "JA-A38")
    if tokens > s.tokens[seat]:
        return Refusal("give_too_many", "JA-A38", {"tokens": s.tokens[seat]})
    return None
