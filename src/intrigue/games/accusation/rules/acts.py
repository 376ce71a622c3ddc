"""Acts of Accusation as numbers: what is done, and with what. Token choices are five counts in
Ministry order, four bits each."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

PASS: Final = 0
USE: Final = 1  # ability * 8 + target + 1
SELECT: Final = 2  # card
CLAIM: Final = 3
DECLINE: Final = 4
TAKE: Final = 5  # the Speaker's half
ACCUSE: Final = 6  # seat
PAY: Final = 7  # tokens
ANSWER: Final = 8
DENY: Final = 9
LIE: Final = 10  # AM-5, at tables without enforced honesty
ALLOC: Final = 11  # tokens
SHED: Final = 12  # tokens
STRIP: Final = 13  # tokens
SPREAD: Final = 14  # tokens, at most one on each Ministry
MOVE: Final = 15  # from * 8 + to
STOP: Final = 16
TARGET: Final = 17  # seat
DISCARD: Final = 18  # card
SHOW: Final = 19  # card
CONFIRM: Final = 20
DECOY: Final = 21
BURY: Final = 22  # card, ANY_WORKS or nothing
PICK: Final = 23  # which list
YES: Final = 24
NO: Final = 25
DRAFT: Final = 26  # country
AUDIT: Final = 27  # seat
CONCEDE: Final = 28
KINDS: Final = (
    "pass",
    "use",
    "select",
    "claim",
    "decline",
    "take",
    "accuse",
    "pay",
    "answer",
    "deny",
    "lie",
    "alloc",
    "shed",
    "strip",
    "spread",
    "move",
    "stop",
    "target",
    "discard",
    "show",
    "confirm",
    "decoy",
    "bury",
    "pick",
    "yes",
    "no",
    "draft",
    "audit",
    "concede",
)
BARE: Final = (
    PASS,
    CLAIM,
    DECLINE,
    TAKE,
    ANSWER,
    DENY,
    LIE,
    STOP,
    CONFIRM,
    DECOY,
    YES,
    NO,
    CONCEDE,
)
TOKENS: Final = (PAY, ALLOC, SHED, STRIP, SPREAD)
SEATED: Final = (ACCUSE, TARGET, AUDIT)
CARDED: Final = (SELECT, DISCARD, SHOW, BURY)
LETTERS: Final = "MEDIR"
ANY_WORKS: Final = 63  # a Public Works card in the eyes of everyone but its owner
SCALE: Final = 1048576  # 2**20
MOST_TOKENS: Final = 9  # tokens of one choice: at most 715 ways


def act(kind: i64, what: i64 = 0) -> i64:
    """The act of a kind with its parameter."""
    return kind * SCALE + what


def kind_of(number: i64) -> i64:
    return number >> 20


def what_of(number: i64) -> i64:
    return number & (SCALE - 1)


def use(ability: i64, target: i64) -> i64:
    """The act of using an ability, on a seat or on nobody (-1)."""
    return act(USE, ability * 8 + target + 1)


def ability_of(number: i64) -> i64:
    return what_of(number) >> 3


def target_of(number: i64) -> i64:
    return (what_of(number) & 7) - 1


def count_at(what: i64, ministry: i64) -> i64:
    """How many tokens a token choice names on a Ministry."""
    return (what >> (4 * ministry)) & 15


def size_of(what: i64) -> i64:
    """How many tokens a token choice names."""
    total: i64 = 0
    for m in range(i64(5)):
        total += count_at(what, m)
    return total


def ways(most: vec[i64], at: i64, n: i64, left: i64 = 5) -> i64:
    """In how many ways n tokens can be chosen with at most `most[at]` of the first Ministry, and so
    on; of only the last ones where fewer are left."""
    if n == 0:
        return 1
    if left == 1:
        return 1 if n <= most[at] else 0
    total: i64 = 0
    if n == 1:
        while left > 0:
            left -= 1
            if most[at + left] > 0:
                total += 1
        return total
    c: i64 = 0
    while c <= n and c <= most[at]:
        total += ways(most, at + 1, n - c, left - 1)
        c += 1
    return total


def nth_way(most: vec[i64], at: i64, n: i64, k: i64) -> i64:
    """The k-th of them, those with many of the first Ministries first."""
    what: i64 = 0
    m: i64 = 0
    while n > 0 and m < 4:
        c = n if n < most[at + m] else most[at + m]
        while c > 0:
            here = ways(most, at + m + 1, n - c, 4 - m)
            if k < here:
                break
            k -= here
            c -= 1
        what += c << (4 * m)
        n -= c
        m += 1
    return what + (n << 16)


def letters(what: i64) -> str:
    """A token choice as text: MMD."""
    out = ""
    for m in range(i64(5)):
        out += LETTERS[m] * count_at(what, m)
    return out
