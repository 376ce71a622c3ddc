"""Deals and claims as an agent reads them: its own ledger as lines, in the notation that it writes
them in."""

from collections.abc import Callable, Iterator

from .client import Json

Say = Callable[..., str]
REPLIES = ("accept", "decline", "withdraw")


def lines(ledger: Json, say: Say) -> Iterator[tuple[str, str]]:
    """Every deal and claim that a seat knows of: its key, and what there is to say of it."""
    for deal in ledger["deals"]:
        key = "secret_deal" if deal["secret"] else "deal"
        yield (
            f"deal {deal['number']}",
            say(
                "deals",
                key,
                number=deal["number"],
                by=deal["by"],
                to=deal["to"],
                state=say("deals", deal["state"].replace(" ", "_")),
                clauses="; ".join(_clause(clause, say) for clause in deal["clauses"]),
            ),
        )
    for claim in ledger["claims"]:
        verdict = say("deals", claim["verdict"])
        said = say("agent", "claims", seat=claim["by"], text=claim["text"], verdict=verdict)
        yield f"claim {claim['number']}", said


def _clause(clause: Json, say: Say) -> str:
    verdict = clause["verdict"]
    return clause["text"] if verdict is None else f"{clause['text']} [{say('deals', verdict)}]"


def waiting(ledger: Json, seat: int) -> list[int]:
    """The offers that wait for a seat's answer, by their numbers."""
    return [
        deal["number"]
        for deal in ledger["deals"]
        if deal["state"] == "offered" and seat in deal["to"] and seat not in deal["accepted"]
    ]


def bound(ledger: Json, seat: int) -> bool:
    """Whether a seat has given its word for anything that is not decided yet."""
    return any(
        clause["data"]["who"] == seat and clause["verdict"] == "open"
        for deal in ledger["deals"]
        for clause in deal["clauses"]
    )


def forms(game: Json, say: Say) -> list[str]:
    """How what can be promised and claimed in a game is written."""
    kinds = game["promises"]
    if kinds is None:
        return [say("agent", "no_promises")]
    return [
        say("agent", "forms"),
        *(f"  {kind['form']}" for kind in kinds["clauses"]),
        *([say("agent", "claim_forms")] if kinds["claims"] else []),
        *(f"  {kind['form']}" for kind in kinds["claims"]),
    ]
