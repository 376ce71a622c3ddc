"""Acts of Truce as text: `attack Agatha`, `support Barney`, `defend`, `loot`, `pass`,
`gift 2 Agatha`."""

from intrigue.kernel.game import Setup
from intrigue.kernel.position import Illegal, Refusal

from .rules import acts
from .rules.acts import coins_of, gift, kind_of, order, target_of

_TARGETED = ("attack", "support")


def parse(setup: Setup, text: str) -> int:
    """The act that a text means; raises `Illegal`."""
    verb, _, rest = text.strip().partition(" ")
    verb, rest = verb.lower(), rest.strip()
    if verb == "gift":
        return _parse_gift(setup, rest)
    if verb == "freeze" and not rest:
        return order(acts.FREEZE)
    if verb not in acts.KINDS[:5]:
        raise Illegal(Refusal("no_order", "TR-9", {"text": text[:60]}))
    target = acts.NONE
    if verb in _TARGETED and rest:  # TR-A33, TR-A35
        target = setup.names.index(rest) if rest in setup.names else acts.NONE
    return order(acts.KINDS.index(verb), target)


def _parse_gift(setup: Setup, rest: str) -> int:
    coins, _, name = rest.partition(" ")
    if not (coins.isascii() and coins.isdigit() and len(coins) < 7 and name.strip()):
        raise Illegal(Refusal("no_gift", "TR-50", {"text": f"gift {rest}"[:60]}))
    name = name.strip()
    to = setup.names.index(name) if name in setup.names else acts.NONE
    return gift(to, int(coins))


def spell(setup: Setup, act: int) -> str:
    verb = acts.KINDS[kind_of(act)]
    target = target_of(act)
    name = setup.names[target] if 0 <= target < setup.seats else "?"
    if verb == "gift":
        return f"gift {coins_of(act)} {name}"
    return f"{verb} {name}" if target != acts.NONE else verb
