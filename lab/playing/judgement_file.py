"""Reads and writes learned judgements: a readable head, the names of the features, and compact weights."""

import json
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from sys import byteorder
from zlib import compress, decompressobj, error

from lazaretto.grammar.read_untrusted_files import parse_json, path_to_write, read_bytes
from lazaretto.lab import messages as say
from lazaretto.rules.run.planning.judgement_form import HIDDEN, LIMIT, MOST_FEATURES

VERSION, WITH_PLANS, WITH_PHASES = 1, 2, 3
"""The versions of files: without and with outputs for plans alone, and with phases of a game."""
LAST_TURN = 1 << 15
"""No phase begins later."""
NAME = "judgement.json"
"""Its name beside a scenario."""
LARGEST = 1 << 18
"""A larger file is not read."""
_NUMBER = 4
"""The bytes of a weight."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was learned about a scenario, whatever numbers its rules have got since."""

    scenario: str
    digest: str
    """The rules that it was learned from."""
    score_shift: int | None
    """How far the score is shifted if it is a feature."""
    names: tuple[str, ...]
    means: tuple[float, ...]
    """What each feature is on average."""
    weights: tuple[tuple[int, ...], ...]
    biases: tuple[int, ...]
    outputs: tuple[int, ...]
    bias: int
    shift: int
    plan_outputs: tuple[int, ...]
    """What counts instead of the outputs where plans are compared; empty: the same as there."""
    phases: tuple[int, ...]
    """The turns from which on the second and further phases of a game last, where plans are compared."""
    figures: Mapping[str, object]
    """How it was learned, and how good it is."""


def write_judgement(path: Path, judgement: Judgement, inside: Path | None = None) -> None:
    """Write a judgement; with `inside`, a link must not lead out of that folder.

    Raises:
        OSError: the file cannot be written.
    """
    numbers = array("i", [each for row in judgement.weights for each in row])
    if byteorder == "big":
        numbers.byteswap()
    data = {
        "judgement": _version(judgement),
        "scenario": judgement.scenario,
        "digest": judgement.digest,
        "figures": dict(judgement.figures),
        "score_shift": judgement.score_shift,
        "shift": judgement.shift,
        "bias": judgement.bias,
        "biases": list(judgement.biases),
        "outputs": list(judgement.outputs),
        **({"plan_outputs": list(judgement.plan_outputs)} if judgement.plan_outputs else {}),
        **({"phases": list(judgement.phases)} if judgement.phases else {}),
        "features": list(judgement.names),
        "means": list(judgement.means),
        "weights": b64encode(compress(numbers.tobytes(), 9)).decode("ascii"),
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in data.items()]
    path.parent.mkdir(parents=True, exist_ok=True)
    target = path if inside is None else path_to_write(path, inside)
    target.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _version(judgement: Judgement) -> int:
    if judgement.phases:
        return WITH_PHASES
    return WITH_PLANS if judgement.plan_outputs else VERSION


class JudgementError(Exception):
    """A file is no judgement that can be used; the message says why."""


def read_judgement(path: Path, inside: Path | None = None) -> Judgement | None:
    """Read a judgement; None if there is no file. With `inside`, the file must be in that folder.

    Raises:
        JudgementError: the file cannot be used.
    """
    try:
        judgement = _judgement(parse_json(read_bytes(path, LARGEST, inside)))
    except FileNotFoundError:
        return None
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise JudgementError(say.JUDGEMENT_UNREADABLE(file=path, reason=reason)) from None
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError, error):
        judgement = None
    if judgement is None:
        raise JudgementError(say.NO_JUDGEMENT(file=path))
    return judgement


def wrong_beside(folder: Path) -> str:
    """Why what lies beside a scenario cannot be used; empty if it can, or if there is nothing."""
    try:
        read_judgement(folder / NAME, folder)
    except JudgementError as error:
        return str(error)
    return ""


def _judgement(data: object) -> Judgement | None:
    if not isinstance(data, dict) or data["judgement"] not in (VERSION, WITH_PLANS, WITH_PHASES):
        return None
    names, means = _texts(data["features"]), tuple(float(each) for each in data["means"])
    shift = data["score_shift"]
    if len(names) > MOST_FEATURES or len(means) != len(names) or not isinstance(data["figures"], dict):
        return None
    if not all(-LIMIT <= each <= LIMIT for each in means):  # neither is a number that is none
        return None
    return Judgement(
        str(data["scenario"]),
        str(data["digest"]),
        None if shift is None else max(0, min(60, int(shift))),
        names,
        means,
        _weights(str(data["weights"]), len(names)),
        _numbers(data["biases"]),
        _numbers(data["outputs"]),
        int(data["bias"]),
        int(data["shift"]),
        _numbers(data["plan_outputs"]) if data["judgement"] >= WITH_PLANS else (),
        _turns(data["phases"]) if data["judgement"] == WITH_PHASES else (),
        data["figures"],
    )


def _texts(found: object) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise TypeError
    return tuple(found)


def _numbers(found: object) -> tuple[int, ...]:
    if not isinstance(found, list) or len(found) != HIDDEN:
        raise TypeError
    return tuple(int(each) for each in found)


def _turns(found: object) -> tuple[int, ...]:
    if not isinstance(found, list) or len(found) > HIDDEN:
        raise TypeError
    return tuple(max(0, min(LAST_TURN, int(each))) for each in found)


def _weights(text: str, count: int) -> tuple[tuple[int, ...], ...]:
    """Return the weights of each feature."""
    size = _NUMBER * HIDDEN * count
    unpacked = decompressobj().decompress(b64decode(text, validate=True), size + 1)
    if len(unpacked) != size:
        raise ValueError
    numbers = array("i")
    numbers.frombytes(unpacked)
    if byteorder == "big":
        numbers.byteswap()
    return tuple(_row(numbers, at) for at in range(0, len(numbers), HIDDEN))


def _row(numbers: Sequence[int], at: int) -> tuple[int, ...]:
    return tuple(numbers[at : at + HIDDEN])
