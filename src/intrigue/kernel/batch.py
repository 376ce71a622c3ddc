"""Many matches at once, for programs that learn: their observations and masks in memory that stays
where it is, written anew after every step.

A `Writer` puts one position into numbers. What it writes is what `Features` reads from a view; the
conformance kit holds the two against each other, so a Writer may look at the position itself.
"""

from collections.abc import Callable
from typing import Any

from librt.strings import BytesWriter, read_i32_le, write_i32_le
from librt.vecs import vec
from mypy_extensions import i16, i32, i64, mypyc_attr, u8

from .chance import Fast
from .position import Position


@mypyc_attr(allow_interpreted_subclasses=True)
class Writer:
    """Observations and acts of one table, straight from positions. A game brings its own where
    speed matters; this one asks a game's `Features`."""

    def __init__(self, features: Any) -> None:
        self.features = features
        self.size: i64 = features.size
        self.acts: i64 = len(features.table)

    def observe(self, position: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the observation of a seat, from place `at` on."""
        for number in self.read(position, seat):
            out[at] = i16(number)
            at += 1

    def choices(self, position: Position, seat: i64, out: vec[i16], at: i64) -> i64:
        """Write where in the table the options of a seat stand, from place `at` on; how many."""
        first = at
        for index in self.listed(position, seat):
            out[at] = i16(index)
            at += 1
        return at - first

    def act(self, position: Position, seat: i64, index: i64) -> i64:
        """What a seat does by an act of the table."""
        act: i64 = self.features.act(position.view(seat), index)
        return act

    def read(self, position: Position, seat: i64) -> list[int]:
        numbers: list[int] = self.features.read(position.view(seat))
        return numbers

    def listed(self, position: Position, seat: i64) -> list[int]:
        view = position.view(seat)
        indices = [self.features.index(view, act) for act in position.options(seat)]
        return [index for index in indices if index >= 0]


def observed(writer: Writer, position: Position, seat: i64) -> list[int]:
    """What a Writer makes of a position, as a list."""
    out = vec[i16]([0] * writer.size)
    writer.observe(position, seat, out, 0)
    return [int(number) for number in out]


def offered(writer: Writer, position: Position, seat: i64) -> list[int]:
    """The places of the options of a seat, as a list."""
    out = vec[i16]([0] * writer.acts)
    count = writer.choices(position, seat, out, 0)
    return [int(out[i]) for i in range(count)]


class Batch:
    """Matches side by side. Every step answers whoever is asked; a match that is over is dealt
    again at once. All vectors are rows by match and seat, and never move."""

    def __init__(
        self,
        deal: Callable[[Fast], Position],
        writer: Writer,
        matches: i64,
        seats: i64,
        seed: i64,
        everyone: bool = True,
    ) -> None:
        self.deal = deal
        self.writer = writer
        self.matches = matches
        self.seats = seats
        self.everyone = everyone  # or only what those see who are asked
        rows = matches * seats
        self.observations: vec[i16] = vec[i16]([0] * (rows * writer.size))
        self.masks: vec[u8] = vec[u8]([0] * (rows * writer.acts))
        self.asked: vec[u8] = vec[u8]([0] * rows)
        self.counts: vec[i16] = vec[i16]([0] * rows)  # of options
        self.options: vec[i16] = vec[i16]([0] * (rows * writer.acts))  # their places in the table
        self.rewards: vec[float] = vec[float]([0.0] * rows)  # what the end was worth
        self.done: vec[u8] = vec[u8]([0] * matches)  # whether a match was over in this step
        self.decisions: i64 = 0  # answers so far
        self.answers: vec[i64] = vec[i64]([0] * seats)
        self.chances: list[Fast] = []
        self.positions: list[Position] = []
        self.reset(seed)

    def reset(self, seed: i64) -> None:
        """Deal all matches anew. Each has a generator of its own, numbered from `seed` on."""
        self.chances = [Fast(seed + match) for match in range(self.matches)]
        self.positions = [self.begin(match) for match in range(self.matches)]
        for match in range(self.matches):
            self.done[match] = 0
            self.show(match)
        for row in range(self.matches * self.seats):
            self.rewards[row] = 0.0

    def begin(self, match: i64) -> Position:
        position = self.deal(self.chances[match])
        position.brisk = True
        return position

    def step(self, indices: bytes) -> None:
        """One answer of each seat that is asked: places in the table, 32 bits each, by match and
        seat; those of others are not looked at. Raises `ValueError` and has changed nothing."""
        self.examine(indices)
        for match in range(self.matches):
            self.answer(match, indices)
            self.show(match)

    def examine(self, indices: bytes) -> None:
        rows = self.matches * self.seats
        if len(indices) != 4 * rows:
            raise ValueError(f"{rows} answers are wanted: one for every seat of every match")
        acts = self.writer.acts
        for row in range(rows):
            if self.asked[row] == 1:
                index = i64(read_i32_le(indices, 4 * row))
                if index < 0 or index >= acts or self.masks[row * acts + index] == 0:
                    match, seat = row // self.seats, row % self.seats
                    raise ValueError(f"match {match}, seat {seat}: act {index} is no option now")

    def answer(self, match: i64, indices: bytes) -> None:
        """Carry out the answers of one match."""
        position = self.positions[match]
        chance = self.chances[match]
        first = match * self.seats
        for seat in range(self.seats):
            if self.asked[first + seat] == 1:
                index = i64(read_i32_le(indices, 4 * (first + seat)))
                self.answers[seat] = self.writer.act(position, seat, index)
        for seat in range(self.seats):
            if self.asked[first + seat] == 1:
                position.apply(seat, self.answers[seat], chance)
                self.decisions += 1
        self.finish(match)

    def finish(self, match: i64) -> None:
        """Say what a match that is over was worth, and deal the next one."""
        position = self.positions[match]
        first = match * self.seats
        if position.over:
            self.done[match] = 1
            for seat in range(self.seats):
                self.rewards[first + seat] = position.worth(seat)
            self.positions[match] = self.begin(match)
        elif self.done[match] == 1:
            self.done[match] = 0
            for seat in range(self.seats):
                self.rewards[first + seat] = 0.0

    def show(self, match: i64) -> None:
        """Write what every seat of a match sees, and what those who are asked may do."""
        position = self.positions[match]
        writer = self.writer
        size, acts = writer.size, writer.acts
        asked, masks = self.asked, self.masks
        counts, options = self.counts, self.options
        first = match * self.seats
        for row in range(first, first + self.seats):
            asked[row] = 0
            at = row * acts
            for i in range(at, at + i64(counts[row])):
                masks[at + i64(options[i])] = 0
            counts[row] = 0
            if self.everyone:
                writer.observe(position, row - first, self.observations, row * size)
        for seat in position.asked():
            row = first + seat
            at = row * acts
            asked[row] = 1
            if not self.everyone:
                writer.observe(position, seat, self.observations, row * size)
            count = writer.choices(position, seat, options, at)
            counts[row] = i16(count)
            for i in range(at, at + count):
                masks[at + i64(options[i])] = 1

    def anything(self, chance: Fast) -> bytes:
        """A random answer for every seat that is asked, as `step` wants them."""
        out = BytesWriter()
        acts = self.writer.acts
        asked, counts, options = self.asked, self.counts, self.options
        for row in range(self.matches * self.seats):
            index: i64 = 0
            if asked[row] == 1:
                index = i64(options[row * acts + chance.below(i64(counts[row]))])
            write_i32_le(out, i32(index))
        return out.getvalue()
