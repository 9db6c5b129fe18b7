"""Serialises a running state to JSON and back, including the stack of suspended rules."""

import json
from typing import Any

from lazaretto.rules.run.mixtures import Mixture
from lazaretto.rules.run.state import State, lines

_FIELDS = (
    "players",
    "v",
    "p",
    "w",
    "minds",
    "mind_of",
    "labels",
    "streams",
    "stack",
    "ret",
    "ask",
    "results",
    "over",
    "points",
    "ranks",
    "ending",
    "barrier",
    "fate",
    "turns",
)


def save_state(state: State) -> str:
    """Serialise the whole state."""
    data = {name: getattr(state, name) for name in _FIELDS}
    data["log"] = lines(state.log)
    data["mixtures"] = [(label, state.mixture(label)) for label in state.mixtures]
    return json.dumps(data, separators=(",", ":"))


def load_state(text: str, like: State) -> State:
    """Deserialise a state; the visibility of piles is copied from a state of the same game."""
    data = json.loads(text)
    state = State(data["players"])
    for name in _FIELDS:
        setattr(state, name, data[name])
    state.v = [_tuples(each) for each in data["v"]]
    state.stack = [[_tuples(each) for each in frame] for frame in data["stack"]]
    state.ret, state.over, state.fate = _tuples(data["ret"]), _tuples(data["over"]), _tuples(data["fate"])
    state.results = [_tuples(each) for each in data["results"]]
    state.points, state.ranks = tuple(data["points"]), tuple(data["ranks"])
    state.mixtures = {label: Mixture(*_tuples(mixture)) for label, mixture in data.get("mixtures", ())}
    state.seen = like.seen
    state.veiled = like.veiled
    state.forced = []
    state.log = None
    for line in data["log"]:
        readers, word, (template, gaps) = _tuples(line)
        state.log = (state.log, readers, word, template, *gaps)
    return state


def _tuples(value: Any) -> Any:
    """Convert lists from JSON into the tuples of the state."""
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
