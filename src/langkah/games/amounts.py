"""Lengths, costs and values as people write them: whole numbers and decimals, stored exactly."""

from fractions import Fraction
from typing import Any

from langkah.model import Cost

MOST_AMOUNT = 10**9


def is_amount(value: object) -> bool:
    """Whether a value is a number that can be a length, cost or estimate: from 0 to `MOST_AMOUNT`."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST_AMOUNT


def make_exact(value: Any) -> Cost:
    """Convert a number exactly, so that sums are not rounded: 7.1 becomes 71/10."""
    return value if isinstance(value, int) else int(value) if value == int(value) else Fraction(repr(value))


def cost_to_number(amount: Cost) -> int | float:
    """An exact amount as an int or a float, the form that settings use."""
    return amount if isinstance(amount, int) else float(amount)


def format_amount(amount: Cost) -> str:
    """An amount as short text: fractions as decimals with at most six significant digits, and ∞ for infinity."""
    if amount == float("inf"):
        return "∞"
    if isinstance(amount, Fraction):
        return str(int(amount)) if amount.denominator == 1 else f"{float(amount):g}"
    return str(amount)
