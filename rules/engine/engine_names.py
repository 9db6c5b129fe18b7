"""The names of the engines; the command line needs nothing else of them."""

from typing import Literal, get_args

Engine = Literal["auto", "python", "wasm", "cc"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
"""The names of the engines, the default first."""
