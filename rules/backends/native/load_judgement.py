"""Puts a learned judgement into the memory of a native game."""

from struct import pack, unpack

from lazaretto.rules.backends.native.helpers import judgement as head
from lazaretto.rules.backends.native.runner import NativeRunner
from lazaretto.rules.run.judgement_form import LANE, SCORE, JudgementForm


def load_judgement(runner: NativeRunner, judgement: JudgementForm | None) -> None:
    """Let a game be judged by a judgement from now on; None: by none."""
    at = runner.layout
    runner.set_word(at.judgement + head.ROWS, 0)
    if judgement is None:
        return
    assert judgement.fits, "a judgement exceeds the limits"
    _write(runner, at.judgement_rows, [each for row in judgement.rows for each in row])
    padded = (*judgement.table, *(0,) * (-len(judgement.table) % 4))
    _write(runner, at.judgement_table, unpack(f"<{len(padded) // 4}q", pack(f"<{len(padded)}h", *padded)))
    pairs = judgement.units_in_use + 1 >> 1
    columns = zip(*(_paired(row[: 2 * pairs]) for row in judgement.weights), strict=True)
    _write(runner, at.judgement_weights, [each for column in columns for each in column])
    runner.set_word(at.judgement + head.PAIRS, pairs)
    _write(runner, at.judgement + head.BIASES, _paired(judgement.biases))
    _write(runner, at.judgement + head.OUTPUTS, judgement.outputs)
    plans = judgement.for_plans
    _write(runner, at.judgement + head.PLAN_OUTPUTS, plans.outputs)
    runner.set_word(at.judgement + head.PLAN_BIAS, plans.bias)
    _write(runner, at.judgement + head.PHASES, (len(judgement.phases), *judgement.phases))
    runner.set_word(at.judgement + head.FEATURES, judgement.features)
    runner.set_word(at.judgement + head.BIAS, judgement.bias)
    runner.set_word(at.judgement + head.SHIFT, judgement.shift)
    runner.set_word(at.judgement + head.SCORED, int(any(row[0] == SCORE for row in judgement.rows)))
    runner.set_word(at.judgement + head.ROWS, len(judgement.rows))


def _paired(row: tuple[int, ...]) -> list[int]:
    """Return pairs of numbers as one word each."""
    return [(high << LANE) + low for low, high in zip(row[::2], row[1::2], strict=True)]


def _write(runner: NativeRunner, address: int, words: list[int] | tuple[int, ...]) -> None:
    for index, each in enumerate(words):
        runner.set_word(address + 8 * index, each)
