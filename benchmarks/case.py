"""One thing to measure, and how all of them are measured together.

Samples are interleaved: a round takes one sample of every case, so that a slow minute of the
machine slows all of them alike. What counts is the median over the rounds, in seconds of this
process alone: what else the machine does is left out, as far as it can be.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from time import process_time

Work = Callable[[int], float]  # do it so many times; how many units (decisions, copies) that was


@dataclass
class Case:
    """A named piece of work with its samples, in units a second."""

    name: str
    unit: str
    work: Work
    times: int = 1
    rates: list[float] = field(default_factory=list)

    def calibrate(self, seconds: float) -> None:
        """Choose how often the work is done for a sample of about so many seconds."""
        while True:
            start = process_time()
            self.work(self.times)
            took = process_time() - start
            if took > seconds / 4:
                break
            self.times *= 4
        self.times = max(1, round(self.times * seconds / took))

    def sample(self) -> None:
        gc.collect()
        start = process_time()
        units = self.work(self.times)
        self.rates.append(units / (process_time() - start))

    @property
    def rate(self) -> float:
        return median(self.rates)

    @property
    def nanoseconds(self) -> float:
        return 1e9 / self.rate

    @property
    def spread(self) -> float:
        """Half the distance between the quartiles, as a part of the median."""
        low, _, high = quantiles(self.rates, n=4)
        return (high - low) / 2 / self.rate


def interleave(cases: Sequence[Case], rounds: int, seconds: float) -> Iterator[str]:
    """Measure all cases; yields the name of each before its turn, for a progress bar."""
    for case in cases:
        yield f"warming up {case.name}"
        case.calibrate(seconds)
    for number in range(rounds):
        for case in cases if number % 2 == 0 else reversed(cases):
            yield case.name
            case.sample()
