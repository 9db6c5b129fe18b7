"""Keeps the answers of seats that answer one question at the same time, until all of them have answered."""

from collections.abc import Sequence
from typing import Any

Given = tuple[tuple[Any] | None, ...]
"""For each asked seat its answer, as a tuple of one value; None until it has answered."""


def unanswered(seats: Sequence[int]) -> Given:
    """Return the answers before anybody has answered."""
    return (None,) * len(seats)


def answered(seats: Sequence[int], given: Given, seat: int, answer: Any) -> Given:
    """Return the answers with that of one seat, which may replace an earlier one."""
    return tuple((answer,) if each == seat else old for each, old in zip(seats, given, strict=True))


def still_waiting(seats: Sequence[int], given: Given) -> tuple[int, ...]:
    """Return the seats that have not answered."""
    return tuple(seat for seat, answer in zip(seats, given, strict=True) if answer is None)


def forgotten(seats: Sequence[int], given: Given, seat: int) -> Given:
    """Return the answers as one seat knows them: its own."""
    return tuple(old if each == seat else None for each, old in zip(seats, given, strict=True))


def waiting(seats: Sequence[int], given: Given) -> int | None:
    """Return the first seat that has not answered; None if all have."""
    return next((seat for seat, answer in zip(seats, given, strict=True) if answer is None), None)
