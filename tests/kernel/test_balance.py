"""Figures and their bands."""

import pytest

from intrigue.kernel.balance import Band, Figure


@pytest.mark.parametrize(
    ("value", "margin", "band", "within"),
    [
        (0.5, 0.0, Band(), None),
        (0.5, 0.0, Band(0.4, 0.6), True),
        (0.7, 0.0, Band(0.4, 0.6), False),
        (0.7, 0.1, Band(0.4, 0.6), True),
        (0.3, 0.05, Band(0.4, None), False),
        (0.65, 0.3, Band(0.45, 0.56), True),  # a margin around the whole band
    ],
)
def test_a_margin_that_reaches_into_the_band_counts(
    value: float, margin: float, band: Band, within: bool | None
) -> None:
    assert Figure("x", value, margin, band=band).within() is within
