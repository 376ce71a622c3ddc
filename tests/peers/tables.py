"""One table of each game, short enough to be played often."""

TABLES: list[tuple[str, int, dict[str, object]]] = [
    ("truce", 4, {"rounds": 3}),
    ("jaccuse", 5, {"generations": 2}),
    ("emperor", 5, {"max_rounds": 3}),
    ("accusation", 3, {"round_cap": 10}),
    ("complot", 2, {"turn_cap": 9}),
]
