"""The question to a seat, from public facts alone."""

from mypy_extensions import i64

from intrigue.kernel.position import Prompt

from .state import (
    BATCH,
    NONE,
    PAYING,
    SELECTING,
    STEPS,
    W_ACC,
    W_ANS,
    W_CLAIM,
    W_SUCCESS,
    State,
    is_window,
)
from .threads import J_BURY, J_RAID, J_SHOW, J_STRIP, JOBS, executor, serving
from .tokens import accusation_cost


def prompt_of(s: State, seat: i64) -> Prompt:
    """What a seat is asked, who sees that it has answered, and when the question closes."""
    step = s.step
    kind = STEPS[step]
    data: dict[str, object] = {"round": s.round, "card": s.card}
    if is_window(step):
        return Prompt(seat, kind, progress="hidden", window=True, data=data)
    if step in (W_CLAIM, W_SUCCESS):
        return Prompt(seat, kind, True, "hidden", True, "length", data)
    if step == W_ANS:
        data["by"] = s.holder
        return Prompt(seat, kind, progress="hidden", window=True, data=data)
    if step == SELECTING:
        return Prompt(seat, kind, progress="count", data=data)  # AC-27: in secret
    if step == PAYING:
        data["target"] = s.accused
        data["count"] = accusation_cost(s, seat)
    elif step == W_ACC:
        data["cost"] = accusation_cost(s, seat)
    elif step == BATCH:
        return _job_prompt(s, seat, data)
    return Prompt(seat, kind, sealed=False, data=data)


def _job_prompt(s: State, seat: i64, data: dict[str, object]) -> Prompt:
    """A choice that an effect owes."""
    t = serving(s, seat)
    if t == NONE:  # answered already, others are still asked
        return Prompt(seat, "alloc", data=data)
    job = s.job[t]
    data["count"] = s.want[t]
    if job == J_STRIP:
        victim = s.aim[t] if s.aim[t] != NONE else executor(s, t)
        data["target"] = victim
    elif job == J_SHOW:
        data["to"] = executor(s, t)
    window = job in (J_RAID, J_BURY)
    return Prompt(seat, JOBS[job], window=window, data=data)
