"""A review in words: each decision in a sentence, and for each seat its costliest and its best
ones, and how much of what became of it was its own doing."""

import math
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from intrigue.kernel.text import catalogue
from intrigue.session.record import Record

from .review import Decision, SeatAccount, Weighed, accounts, costliest, finest

MOST = 3


class ReviewedOption(Struct):
    """Something that could be chosen, and what it seemed worth."""

    label: str
    worth: float


class ReviewedDecision(Struct):
    """One decision of a seat, at a step of the replay, and the best of the other choices (`rival`),
    as text and in words. `worth` is what the chosen one was worth, with what the seat knew then,
    from 0 to 1 of a victory, `lead` how much more the rival, give or take `margin`. `verdict`: a
    `mistake`, `good`, or `even`, where nothing is clear. `options` are all that were tried, what
    was chosen among them, the best first: what was not chosen and is not the rival was tried less
    often, and looks better or worse than it is."""

    step: int
    seat: int
    by: str
    part: str
    act: str
    label: str
    rival: str
    rival_label: str
    worth: float
    lead: float
    margin: float
    verdict: str
    sentence: str
    options: list[ReviewedOption] = []


class ReviewedSeat(Struct):
    """A seat: its costliest mistakes and its best decisions, as places in `decisions`, and luck and
    skill (`account`; None of a match that was broken off), also in a `sentence`."""

    seat: int
    decisions: int
    mistakes: list[int]
    good: list[int]
    account: SeatAccount | None
    sentence: str


class Review(Struct):
    """The review of a match in one language. `found` decisions were worth a thought, and those in
    `decisions`, in the order in which they were made, were weighed."""

    game: str
    title: str
    lang: str
    names: list[str]
    found: int
    decisions: list[ReviewedDecision]
    seats: list[ReviewedSeat]


def told(
    record: Record, met: Sequence[Decision], weighed: Sequence[Weighed], lang: str = "en"
) -> Review:
    """What was weighed of the decisions that a record holds."""
    weighed = sorted(weighed, key=lambda one: (one.step, one.seat))
    by_step = {(one.seat, one.step): one for one in met}
    said = [_decision(record, by_step[one.seat, one.step], one, lang) for one in weighed]
    found = {account.seat: account for account in accounts(record, weighed)}
    seats = [
        _seat(record, seat, weighed, found.get(seat), lang)
        for seat in sorted({one.seat for one in weighed})
    ]
    title, names = record.game.title(lang), list(record.header.seats)
    return Review(record.game.id, title, lang, names, len(met), said, seats)


def verdict(one: Weighed) -> str:
    return "even" if not one.clear else "mistake" if one.lead > 0 else "good"


def _decision(record: Record, met: Decision, one: Weighed, lang: str) -> ReviewedDecision:
    game, setup = record.game, record.setup()
    view: Any = msgspec.json.decode(met.view, type=game.view_type)

    def choice(act: str) -> str:
        return game.choice(setup, game.parse(setup, act), view, lang)

    label, rival = choice(one.act), choice(one.rival)
    leads = one.others | {one.act: 0.0, one.rival: one.lead}
    words = catalogue(__package__, lang)
    judged = verdict(one)
    return ReviewedDecision(
        step=one.step,
        seat=one.seat,
        by=one.by,
        part=game.words(lang).say("chapter", number=one.chapter) if one.chapter else "",
        act=one.act,
        label=label,
        rival=one.rival,
        rival_label=rival,
        worth=round(one.worth, 4),
        lead=round(one.lead, 4),
        margin=round(one.margin, 4),
        verdict=judged,
        sentence=words.say(
            "review",
            judged,
            act=label,
            rival=rival,
            worth=round(100 * one.worth),
            other=round(100 * (one.worth + one.lead)),
            margin=max(1, math.ceil(100 * one.margin)),
        ),
        options=[
            ReviewedOption(choice(act), round(min(max(one.worth + lead, 0.0), 1.0), 4))
            for act, lead in sorted(leads.items(), key=lambda item: -item[1])
        ],
    )


def _seat(
    record: Record, seat: int, weighed: Sequence[Weighed], account: SeatAccount | None, lang: str
) -> ReviewedSeat:
    mine = [one for one in weighed if one.seat == seat]
    worst, best = ([weighed.index(one) for one in of(mine, MOST)] for of in (costliest, finest))
    words = catalogue(__package__, lang)
    said = ""
    if account is not None:
        points = {
            name: round(100 * getattr(account, name)) for name in ("first", "own", "rest", "end")
        }
        points["cost"] = -points["own"]
        key = "account" if points["cost"] else "faultless"
        points["rest"] = f"{points['rest']:+d}".replace("-", "−")
        said = words.say("review", key, **points)
    return ReviewedSeat(seat, len(mine), worst, best, account, said)
