"""Numbers for the operator: how many, how fast, how deep the queues are. No names, no secrets."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """One registry a server, so that several can live in one process."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        self.matches = Gauge("intrigue_matches", "Matches held in memory", registry=own)
        self.sockets = Gauge("intrigue_sockets", "Open sockets", registry=own)
        self.acts = Counter("intrigue_acts", "Acts by their answer", ["answer"], registry=own)
        self.done = self.acts.labels("done")  # the common one, looked up once
        self.latency = Histogram(
            "intrigue_act_seconds", "From an act to its answer", buckets=_QUICK, registry=own
        )
        self.queue = Gauge("intrigue_write_queue", "Writes waiting for a commit", registry=own)
        self.commit = Histogram(
            "intrigue_commit_seconds", "One commit", buckets=_QUICK, registry=own
        )
        self.batch = Histogram(
            "intrigue_commit_writes",
            "Writes that shared a commit",
            buckets=(1, 2, 5, 10, 20, 50, 100, 256),
            registry=own,
        )
        self.requests = Counter(
            "intrigue_requests", "HTTP requests", ["method", "route", "status"], registry=own
        )
        self.thoughts = Histogram(
            "intrigue_bot_seconds",
            "A bot's thinking, without the time that its question waited",
            ["bot"],
            buckets=(*_QUICK, 20.0),
            registry=own,
        )
        self.thinking = Gauge("intrigue_bot_queue", "Questions waiting for a bot", registry=own)
        self.playouts = Counter(
            "intrigue_bot_playouts", "Playouts that answers were made with", ["bot"], registry=own
        )
        self.timeouts = Counter(
            "intrigue_bot_timeouts",
            "Bots that came to no end, whose worker was replaced",
            ["game", "bot"],
            registry=own,
        )
        self.faults = Counter(
            "intrigue_bot_faults",
            "Missing and illegal answers of bots, for which the default counted",
            ["game", "bot"],
            registry=own,
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
