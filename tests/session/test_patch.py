"""Patches: what was different is all that is sent, and applying it gives the new tree."""

import copy
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from intrigue.session.patch import apply, diff

leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab/~", max_size=3)
trees: st.SearchStrategy[Any] = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("a/~0", max_size=2), inner),
    max_leaves=12,
)


def patch(before: Any, after: Any) -> Any:
    """The difference after a trip over the wire."""
    encode = msgspec.json.encode
    return msgspec.json.decode(encode(diff(encode(before), encode(after))))


@given(trees, trees)
def test_applying_a_difference_gives_the_other_tree(before: Any, after: Any) -> None:
    assert apply(copy.deepcopy(before), patch(before, after)) == after


@given(trees)
def test_equal_trees_differ_in_nothing(tree: Any) -> None:
    assert patch(tree, copy.deepcopy(tree)) == []


def test_a_list_that_grew_costs_what_was_added() -> None:
    assert patch({"past": [1, 2]}, {"past": [1, 2, 3]}) == [
        {"op": "add", "path": "/past/-", "value": 3}
    ]


def test_true_is_not_one() -> None:
    assert patch([1], [True]) == [{"op": "replace", "path": "/0", "value": True}]
