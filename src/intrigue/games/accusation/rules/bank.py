"""What bank and supply grant to the threads of one step, and what a loss finds to take."""

from mypy_extensions import i64

from intrigue.kernel.masks import size
from intrigue.kernel.vecs import fill

from .acts import MOST_TOKENS
from .cards import GAIN, LOSE, SPREADS, STAR, WORK
from .seats import from_speaker
from .state import NONE, State
from .threads import executor
from .tokens import tokens_on, total_of


def grant(s: State) -> None:
    """AC-108: what each thread gets of bank and supply is fixed here, before anybody chooses.
    Losses of the same step are returned first."""
    bank = s.bank
    works = size(s.supply)
    tokens_asked: i64 = 0
    works_asked: i64 = 0
    for t in range(s.seats):
        e = s.doing[t]
        if e != NONE:
            op = s.book.op[e]
            if op == LOSE:
                bank += losable(s, t, e)
            elif op == WORK:
                s.want[t] = s.book.b[e]
                works_asked += s.want[t]
            elif op in (GAIN, SPREADS):
                s.want[t] = _wish(s, e)
                tokens_asked += s.want[t]
    if tokens_asked > bank or works_asked > works:
        _ration(s, bank, works)


def _ration(s: State, bank: i64, works: i64) -> None:
    """AC-108, AC-130: on shortage one at a time, in seat order from the Speaker."""
    wishes = s.want[:]
    fill(s.want, 0)
    for turn in range(1, MOST_TOKENS + 1):
        for i in range(s.seats):
            t = from_speaker(s, i)
            if wishes[t] >= turn:
                if s.book.op[s.doing[t]] == WORK:
                    if works > 0:
                        s.want[t] += 1
                        works -= 1
                elif bank > 0:
                    s.want[t] += 1
                    bank -= 1


def _wish(s: State, e: i64) -> i64:
    """How many tokens a gain or spread asks for."""
    n = s.book.b[e]
    if s.book.op[e] == SPREADS and s.book.a[e] >= 0 and n > 4:
        return 4
    return n


def losable(s: State, t: i64, e: i64) -> i64:
    """AC-106, AM-28: a loss takes what is there."""
    m = s.book.a[e]
    x = executor(s, t)
    there = total_of(s, x) if m >= STAR else tokens_on(s, x, m)
    return there if there < s.book.b[e] else s.book.b[e]
