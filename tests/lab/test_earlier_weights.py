"""Training goes on with what an earlier one has learned."""

from dataclasses import replace
from pathlib import Path
from statistics import correlation

import pytest

from lazaretto.lab.playing.judgement_file import Judgement, read_judgement, write_judgement
from lazaretto.lab.playing.use_judgement import form_of, whole_form
from lazaretto.lab.training.earlier_weights import NotGoingOnError, read_earlier
from lazaretto.lab.training.train import Progress, Training
from tests.lab.test_compared_ways import CELL, SCENARIOS, assert_same_plans, pandemic, short_rounds
from tests.rules.backends.native.native_twin import usual_lane


@pytest.fixture(scope="module")
def learned() -> Judgement:
    """Something that was learned without a score, in two phases."""
    shipped = read_judgement(SCENARIOS / "pandemic" / "judgement.json")
    assert shipped is not None
    at = [each for each, name in enumerate(shipped.names) if name != "score"]
    rows = tuple((*row[:2], *row[:2], row[0] // 2, row[1] // 2, *row[6:]) for row in shipped.weights)
    biases = (*shipped.biases[:2], *shipped.biases[:2] * 2, *shipped.biases[6:])
    outputs = (*shipped.outputs[:2], *(0,) * 22)
    plans = (0, 0, *shipped.outputs[:2] * 2, *(0,) * 18)
    return replace(
        shipped,
        digest=pandemic(native=False).digest,
        score_shift=None,
        names=tuple(shipped.names[each] for each in at),
        means=tuple(shipped.means[each] for each in at),
        weights=tuple(rows[each] for each in at),
        biases=biases,
        outputs=outputs,
        plan_outputs=plans,
        phases=(9,),
    )


@pytest.fixture
def file(learned: Judgement, tmp_path: Path) -> Path:
    write_judgement(tmp_path / "learned.json", learned)
    return tmp_path / "learned.json"


def test_weights_of_each_phase_are_read(learned: Judgement, file: Path) -> None:
    tables = pandemic(native=False).machine.tables
    earlier = read_earlier(file, tables)
    whole, _ = whole_form(learned, tables)
    assert earlier.plans == whole and earlier.plans.phases == (9,)
    first, second = earlier.weights
    assert first == [row[2] for row in whole.weights] and second == [row[4] for row in whole.weights]
    assert any(first) and all(abs(one / 2 - two) <= 1 for one, two in zip(first, second, strict=True))


def test_only_what_fits_is_taken(learned: Judgement, file: Path, tmp_path: Path) -> None:
    tables, other = pandemic(native=False).machine.tables, tmp_path / "other.json"
    refusals = {
        "there is no file here that this version": None,
        "was learned about `elsewhere`, not about `pandemic`": replace(learned, scenario="elsewhere"),
        "what was learned without a score": replace(learned, score_shift=3),
        "file here that this version of": replace(learned, plan_outputs=(), phases=()),
        "have changed too much": replace(learned, names=tuple(f"a {name}" for name in learned.names)),
    }
    for reason, judgement in refusals.items():
        if judgement is not None:
            write_judgement(other, judgement)
        with pytest.raises(NotGoingOnError, match=reason):
            read_earlier(other, tables)


def test_it_tries_changes_at_once_and_starts_from_the_weights(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    short_rounds(monkeypatch)
    program, told = pandemic(), list[Progress]()
    earlier = read_earlier(file, program.machine.tables)
    training = Training(program, [CELL], 2, with_score=False, lane=usual_lane(), earlier=earlier)
    ticks = iter([*[0.0] * 9, *[100.0] * 999])
    training._clock = ticks.__next__
    judgement = training.run(100, told.append)
    compared = training._compared
    assert compared is not None and compared.rounds == 0 and compared.tries and compared.tries >= 2
    assert told[0].games == 0 and judgement.figures["tries"] == compared.tries
    assert judgement.phases == (9,) and len(compared.weights) == 2
    for before, now in zip(earlier.weights, compared.weights, strict=True):
        assert 0.9 < correlation(before, now) < 0.999_999, "weights have changed, but not much"
    form, _ = form_of(judgement, program.machine.tables)
    assert form is not None
    assert_same_plans(program, compared.plans, form)


def test_an_interruption_keeps_the_earlier_weights(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    short_rounds(monkeypatch)

    def tell(progress: Progress) -> None:
        if progress.ways:
            raise KeyboardInterrupt

    program = pandemic()
    earlier = read_earlier(file, program.machine.tables)
    training = Training(program, [CELL], 2, with_score=False, lane=usual_lane(), earlier=earlier)
    judgement = training.run(100, tell)
    assert training.interrupted and judgement.phases == (9,)
    compared = training._compared
    assert compared is not None
    for before, now in zip(earlier.weights, compared.weights, strict=True):
        assert correlation(before, now) > 0.999_999


@pytest.mark.parametrize("score", (True, False))
def test_it_needs_native_code_and_no_score(score: bool, file: Path) -> None:
    program = pandemic(native=False)
    earlier = read_earlier(file, program.machine.tables)
    with pytest.raises(NotGoingOnError, match="can only go on without a score"):
        Training(program, [CELL], with_score=score, lane="wasm" if score else None, earlier=earlier)
