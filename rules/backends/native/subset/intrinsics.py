"""Knows what the functions that `helpers/memory.py` declares become in flat code."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from lazaretto.rules.backends.native.flat.nodes import (
    Binary,
    BinaryWord,
    Copy,
    Fill,
    Load,
    Step,
    Store,
    Trap,
    Value,
    Width,
)


@dataclass(frozen=True, slots=True)
class Intrinsic:
    """A function that becomes a node of flat code."""

    operands: int
    """How many operands are values."""
    offset: bool = False
    """Whether a constant offset may follow them."""
    word: BinaryWord | None = None
    load: Width | None = None
    store: Width | None = None


_WIDTHS: tuple[Width, ...] = get_args(Width)

INTRINSICS: Mapping[str, Intrinsic] = {
    **{f"load_{each}": Intrinsic(1, offset=True, load=each) for each in _WIDTHS},
    **{f"store_{each}": Intrinsic(2, offset=True, store=each) for each in _WIDTHS},
    "copy": Intrinsic(3),
    "fill": Intrinsic(3),
    "trap": Intrinsic(0),
    "unsigned_less": Intrinsic(2, word="<u"),
    "unsigned_divide": Intrinsic(2, word="/u"),
    "unsigned_remainder": Intrinsic(2, word="%u"),
    "unsigned_shift": Intrinsic(2, word=">>u"),
    "divide_towards_zero": Intrinsic(2, word="/s"),
    "remainder_towards_zero": Intrinsic(2, word="%s"),
}


def intrinsic_value(name: str, operands: list[Value], offset: int) -> Value | None:
    """Return what an intrinsic with a result becomes; None if it has none."""
    known = INTRINSICS[name]
    if known.word is not None:
        return Binary(known.word, operands[0], operands[1])
    if known.load is not None:
        return Load(known.load, operands[0], offset)
    return None


def intrinsic_step(name: str, operands: list[Value], offset: int) -> Step | None:
    """Return what an intrinsic without a result becomes; None if it has one."""
    width = INTRINSICS[name].store
    if width is not None:
        return Store(width, operands[0], operands[1], offset)
    match name, operands:
        case "copy", [target, source, size]:
            return Copy(target, source, size)
        case "fill", [target, byte, size]:
            return Fill(target, byte, size)
        case "trap", []:
            return Trap()
        case _:
            return None
