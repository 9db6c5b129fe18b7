"""Finds what was learned about a scenario, and lets its games be judged by it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lazaretto.grammar.xdg_folders import data_folder
from lazaretto.lab import messages as say
from lazaretto.lab.playing.judgement_file import NAME, Judgement, JudgementError, read_judgement
from lazaretto.lab.training.feature_recipe import recipe_for
from lazaretto.rules import Game
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.planning.judgement_form import HIDDEN, JudgementForm

MOST_MISSING = 0.15
"""If more of the features are gone, the rules have changed too much."""
FEWEST = 50
"""With fewer games that were won, or were not, chances are not to be trusted."""


@dataclass(frozen=True, slots=True)
class Found:
    """A judgement for a program, and what there is to say about it."""

    judgement: Judgement | None = None
    form: JudgementForm | None = None
    note: str = ""
    """For authors: a sentence with what to do about it."""
    brief: str = ""
    """For players: a few words beside a chance."""


def own_file(scenario: str) -> Path:
    """Return the file in the user's folder."""
    return data_folder() / "judgements" / f"{scenario}.json"


def _files(machine: Machine) -> Iterator[tuple[Path, Path | None]]:
    """Yield the files in which a judgement may be, and the folder that one must not lead out of."""
    yield own_file(machine.tables.name), None
    if machine.folder is not None:
        yield machine.folder / NAME, machine.folder


def find_judgement(machine: Machine) -> Found:
    """Find what was learned about a game: from its present rules, or else from earlier ones.

    What the user has learned comes before what lies beside the scenario.
    """
    tables = machine.tables
    known, wrong = list[Judgement](), list[str]()
    for file, inside in _files(machine):
        try:
            judgement = read_judgement(file, inside)
        except JudgementError as error:
            wrong.append(str(error))
        else:
            known += [judgement] if judgement is not None and judgement.scenario == tables.name else []
    for judgement in sorted(known, key=lambda each: each.digest != tables.digest):
        form, missing = form_of(judgement, tables)
        if form is not None and missing <= MOST_MISSING:
            if judgement.digest != tables.digest:
                note = say.JUDGED_BY_EARLIER_RULES(scenario=tables.name)
                return Found(judgement, form, note, say.EARLIER_RULES_BRIEFLY())
            doubtful = doubt(judgement)
            return Found(judgement, form, doubtful, say.FEW_GAMES_BRIEFLY() if doubtful else "")
    return Found(note=say.NOT_JUDGED(scenario=tables.name) if known else " ".join(wrong))


def doubt(judgement: Judgement) -> str:
    """Return why chances of a judgement are not to be trusted yet, in a sentence; empty if they are."""
    games, won, not_won = (judgement.figures.get(each) for each in ("games", "won", "not_won"))
    games = games if isinstance(games, int) else 0
    if isinstance(won, int) and won < FEWEST:
        return say.FEW_WON(won=won, games=games)
    if isinstance(not_won, int) and not_won < FEWEST:
        return say.FEW_NOT_WON(number=not_won, games=games)
    said, known = (judgement.figures.get(each) for each in ("brier", "brier_of_one_chance_for_all"))
    if isinstance(said, float) and isinstance(known, float) and said > known:
        return say.CHANCES_MISLEAD()
    return ""


def use_judgement(machine: Machine) -> Found:
    """Let games be judged by what was learned about them, if anything was."""
    found = find_judgement(machine)
    machine.judge_by(found.form, found.brief)
    return found


def seek_judgement(game: Game) -> None:
    """Let a game be judged by what was learned about it; does nothing if that is known already."""
    if not game.machine.judgement_sought:
        use_judgement(game.machine)


def form_of(judgement: Judgement, tables: CompiledGame) -> tuple[JudgementForm | None, float]:
    """Return a judgement in the numbers of a game, and the share of its features that are gone.

    None: it cannot be used. A feature that is gone counts as much as it did on average.
    """
    whole, missing = whole_form(judgement, tables)
    form = without_idle_rows(whole)
    return form if form.fits else None, missing


def whole_form(judgement: Judgement, tables: CompiledGame) -> tuple[JudgementForm, float]:
    """Return the same with all features of the game, whether it fits or not."""
    recipe = recipe_for(tables, judgement.score_shift)
    learned = dict(zip(judgement.names, judgement.weights, strict=True))
    present = set(recipe.names)
    biases = list(judgement.biases)
    missing = 0
    for name, mean in zip(judgement.names, judgement.means, strict=True):
        if name not in present:
            missing += 1
            biases = [
                biase + round(mean * weight) for biase, weight in zip(biases, learned[name], strict=True)
            ]
    form = JudgementForm(
        tuple(recipe.rows),
        tuple(recipe.table),
        len(recipe.names),
        tuple(learned.get(each, (0,) * HIDDEN) for each in recipe.names),
        tuple(biases),
        judgement.outputs,
        judgement.bias,
        judgement.shift,
        judgement.plan_outputs,
        judgement.phases,
    )
    return form, missing / max(1, len(judgement.names))


def without_idle_rows(form: JudgementForm) -> JudgementForm:
    """Return the same judgement without rows of which no feature has a weight."""
    ends = [row[1] for row in form.rows[1:]] + [form.features]
    rows, weights = list[tuple[int, ...]](), list[tuple[int, ...]]()
    for row, end in zip(form.rows, ends, strict=True):
        if any(any(weight) for weight in form.weights[row[1] : end]):
            rows.append((row[0], len(weights), *row[2:]))
            weights += form.weights[row[1] : end]
    return replace(form, rows=tuple(rows), features=len(weights), weights=tuple(weights))
