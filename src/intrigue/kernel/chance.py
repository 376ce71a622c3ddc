"""Chance is a port: rules ask for a face out of a bag, and somebody answers.

A bag is a vector of counts by face, so a face-down pile has no order before it is drawn. Answers
are faces, never indices. `audience` (a mask of seats) says who sees the face as it is drawn; it
changes nothing here and lets a test couple two worlds.
"""

import hashlib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from .masks import nth, size
from .vecs import total, zeros

EVERYONE: Final = -1
NOBODY: Final = 0


class ChanceError(Exception):
    """An answer of chance that the bag does not hold: an edited record, a wrong scenario."""


def bit(seat: i64, one: i64 = 1) -> i64:
    """The audience of one seat. `one` is a parameter because mypyc makes a 32-bit number of a
    constant, and everybody from seat 31 on would be nobody."""
    return one << seat


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Base of all answerers."""

    def below(self, n: i64) -> i64:
        """A uniform number in 0..n-1."""
        raise NotImplementedError

    def draw(self, deck: str, bag: vec[i64], audience: i64 = NOBODY) -> i64:
        """Take a uniformly random card out of the bag; its face. `deck` names the bag."""
        k = self.below(total(bag))
        face: i64 = 0
        for count in bag:
            if k < count:
                break
            k -= count
            face += 1
        bag[face] -= 1
        return face

    def pick(self, deck: str, faces: i64, audience: i64 = NOBODY) -> i64:
        """Like `draw`, out of a set (see `masks`), which stays as it is."""
        bag = zeros(63)
        face: i64 = 0
        while faces != 0:
            bag[face] = faces & 1
            faces >>= 1
            face += 1
        return self.draw(deck, bag, audience)


class Fast(Chance):
    """For search and simulation: a multiply-with-carry generator, the same in both modes."""

    def __init__(self, seed: i64) -> None:
        self.x: i64 = 0
        self.reseed(seed)

    def reseed(self, seed: i64) -> None:
        """Start again from a seed; near seeds give unrelated streams."""
        low = (seed ^ (seed >> 31)) & 0x7FFFFFFF
        high = (seed >> 16) & 0x3FFFFFFF
        self.x = (((high * 668265263 + 374761393) & 0x3FFFFFFF) << 32) | (
            (low * 1103515245 + 12345) & 0xFFFFFFFF
        )
        if self.x == 0:
            self.x = 88172645463325
        i: i64 = 0
        while i < 12:
            self.below(2)
            i += 1

    def __reduce__(self) -> tuple[object, ...]:
        return _fast, (self.x,)

    def below(self, n: i64) -> i64:
        x = 1791398085 * (self.x & 0xFFFFFFFF) + (self.x >> 32)
        self.x = x
        return (((x ^ (x >> 32)) & 0xFFFFFFFF) * n) >> 32

    def pick(self, deck: str, faces: i64, audience: i64 = NOBODY) -> i64:
        return nth(faces, self.below(size(faces)))


class Seeded(Chance):
    """Live play: draw number i is a keyed hash of the committed seed, mixed with the nonces of the
    seats where they add any, and i."""

    def __init__(self, seed: bytes, drawn: int = 0, nonces: list[str | None] | None = None) -> None:
        self.seed = seed
        self.key = seed if nonces is None else mixed(seed, nonces)
        self.drawn = drawn

    def __reduce__(self) -> tuple[object, ...]:
        return _seeded, (self.seed, self.key, self.drawn)

    def below(self, n: i64) -> i64:
        key = self.key
        limit = (1 << 62) - (1 << 62) % n
        tries = 0
        while True:
            block = hashlib.blake2b(b"%d.%d" % (self.drawn, tries), key=key, digest_size=8).digest()
            number = int.from_bytes(block, "big") >> 2
            if number < limit:
                break
            tries += 1
        self.drawn += 1
        return number % n


class Told(Chance):
    """Listens at another answerer: keeps every (deck, face) for the record."""

    def __init__(self, inner: Chance) -> None:
        self.inner = inner
        self.faces: list[tuple[str, int]] = []

    def __reduce__(self) -> tuple[object, ...]:
        return _told, (self.inner, self.faces)

    def below(self, n: i64) -> i64:
        raise ChanceError("rules draw faces from bags; a bare number cannot be recorded")

    def draw(self, deck: str, bag: vec[i64], audience: i64 = NOBODY) -> i64:
        face = self.inner.draw(deck, bag, audience)
        self.faces.append((deck, face))
        return face


def _fast(x: i64) -> Fast:
    chance = Fast(0)
    chance.x = x
    return chance


def _seeded(seed: bytes, key: bytes, drawn: int) -> Seeded:
    chance = Seeded(seed, drawn)
    chance.key = key
    return chance


def _told(inner: Chance, faces: list[tuple[str, int]]) -> Told:
    chance = Told(inner)
    chance.faces = faces
    return chance


def practice_seed(text: str) -> bytes:
    """The seed of a practice match: known to everyone who knows the text, so no secret at all."""
    return hashlib.sha256(b"intrigue practice\n" + text.encode()).digest()


def commitment(seed: bytes) -> str:
    """The public promise of a seed, published before the deal."""
    return hashlib.sha256(b"intrigue seed\n" + seed).hexdigest()


def nonce_seal(promise: str, seat: int, nonce: str) -> str:
    """The public promise of a seat's nonce, given before any nonce is shown. It holds the server's
    own promise and the seat, so that it is good for nothing else."""
    text = f"intrigue nonce 1\n{promise}\n{seat}\n{nonce}"
    return hashlib.sha256(text.encode()).hexdigest()


def mixed(seed: bytes, nonces: list[str | None]) -> bytes:
    """What the cards are drawn from: the server's seed and every nonce that was shown, by seat. A
    nonce is one line, so no two lists read the same."""
    lines = [f"{seat} {nonce}\n" for seat, nonce in enumerate(nonces) if nonce is not None]
    return hashlib.sha256(f"intrigue deal 1\n{seed.hex()}\n{''.join(lines)}".encode()).digest()
