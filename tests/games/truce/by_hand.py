"""Truce resolved the way people do it with slips of paper, written from the rulebook's prose and
not from the program: slow, plain, and independent of it."""

from dataclasses import dataclass, field


@dataclass
class Slip:
    """What one player wrote down, and the coins in front of that player."""

    action: str
    target: str | None
    supply: int
    spoils: int
    supporters: list[str] = field(default_factory=list)


@dataclass
class Round:
    supply: dict[str, int]
    supporters: dict[str, int]
    stash: int
    removed: int
    successes: set[tuple[str, str]]


def resolve(slips: dict[str, Slip], stash: int, remainder: str, outsiders: str) -> Round:
    """Open the slips and move the coins."""
    removed = 0
    for name, slip in slips.items():
        if slip.action in ("attack", "support") and (
            slip.target == name or slip.target not in slips
        ):
            slip.action = "pass"
        if slip.action in ("attack", "defend", "loot") and slip.supply == 0:
            slip.action = "pass"

    # Resolve Support: hand each slip of support on until someone keeps it.
    for name, slip in slips.items():
        if slip.action == "support":
            passed_by: list[str] = []
            holder = slip.target
            while holder is not None and slips[holder].action == "support":
                if holder in passed_by:
                    holder = None
                else:
                    passed_by.append(holder)
                    holder = slips[holder].target
            if holder is not None:
                slips[holder].supporters.append(name)

    # Resolve Loot.
    looters = [slip for slip in slips.values() if slip.action == "loot"]
    if looters:
        while stash >= len(looters):
            for slip in looters:
                slip.spoils += 1
                stash -= 1
        removed += stash
        stash = 0

    # Resolve Attacks.
    robs: dict[str, str] = {}
    for name, slip in slips.items():
        if slip.action == "attack":
            assert slip.target is not None
            prey = slips[slip.target]
            defence = len(prey.supporters) if prey.action == "defend" else 0
            if prey.action == "loot" or len(slip.supporters) > defence:
                robs[name] = slip.target
    robbers = {name: [r for r, prey in robs.items() if prey == name] for name in slips}

    # Earn Spoils: first a coin of each Supply.
    booty = dict.fromkeys(slips, 0)  # from a Supply, on its way into the robber's Spoils
    for name, slip in slips.items():
        if len(robbers[name]) > slip.supply:
            removed += slip.supply
            slip.supply = 0
        else:
            for robber in robbers[name]:
                slip.supply -= 1
                booty[robber] += 1

    def hand_out(name: str, coins: int, to: list[str]) -> dict[str, int]:
        """Deal coins round the robbers; what does not go round is taken away or stays."""
        nonlocal removed
        rounds, rest = divmod(coins, len(to))
        if remainder == "kept":
            kept[name] += rest
        else:
            removed += rest
        return dict.fromkeys(to, rounds)

    kept = dict.fromkeys(slips, 0)
    inflow = dict(booty)
    settled: set[str] = set()

    # Circles: whoever comes back to where they started, following the robberies.
    def circle_of(start: str) -> list[str]:
        seen = [start]
        while seen[-1] in robs:
            after = robs[seen[-1]]
            if after == start:
                return seen
            if after in seen:
                return []
            seen.append(after)
        return []

    final: dict[str, int] = {}
    for name in slips:
        ring = circle_of(name)
        if not ring or name in settled:
            continue
        before = {member: slips[member].spoils for member in ring}
        gained = {member: booty[member] for member in ring}
        for member in ring:
            for robber, coins in hand_out(member, before[member], robbers[member]).items():
                if robber in ring:
                    gained[robber] += coins
                else:
                    inflow[robber] += coins
        for member in ring:
            strangers = [robber for robber in robbers[member] if robber not in ring]
            if strangers and outsiders == "downstream":
                for robber, coins in hand_out(member, gained[member], strangers).items():
                    inflow[robber] += coins
                final[member] = 0
            else:
                final[member] = gained[member]
            settled.add(member)

    # Chains: again and again, someone whose own victim is already settled.
    while len(settled) < len(slips):
        for name, slip in slips.items():
            if name in settled or (name in robs and robs[name] not in settled):
                continue
            coins = slip.spoils + inflow[name]
            if robbers[name]:
                for robber, share in hand_out(name, coins, robbers[name]).items():
                    inflow[robber] += share
                coins = 0
            final[name] = coins
            settled.add(name)

    return Round(
        {name: slip.supply + final[name] + kept[name] for name, slip in slips.items()},
        {name: len(slip.supporters) for name, slip in slips.items()},
        stash,
        removed,
        set(robs.items()),
    )
